"""map, heatmap, plot-loss, report: what is in the files that they write."""

import html.parser
import json
import math
import os
import random
import re
import xml.etree.ElementTree as xml

from program import CORPUS, Case, full_disk, main, nearest, text_vectors, unit

SVG = "{http://www.w3.org/2000/svg}"
NASTY = ["</script>", "<!--", "]]>", '"q"', "'", "a&b", "\u05e9\u05dc\u05d5\u05dd", "\u0645\u0631\u062d\u0628\u0627", "\U0001f600", "\u202eabc", "{{data}}", "\u2028",
         "\\n", "%s", "x" * 300, "\x01"]
HEADING = "epoch\tprogress\ttokens\tpairs\tloss\trate\tseconds\tspan\n"


def planted(count=60, dim=8, plants=3):
    picker = random.Random(2)
    centres = [[picker.gauss(0, 1) for _ in range(dim)] for _ in range(plants)]
    return {f"w{i}": [v + picker.gauss(0, 0.2) for v in centres[i % plants]] for i in range(count)}


def nasty_vectors():
    picker = random.Random(3)
    return {word: [picker.gauss(0, 1) for _ in range(5)] for word in NASTY}


def loss_log(epochs=2, reports=10, start=3.0, end=True):
    lines = [HEADING]
    for e in range(1, epochs + 1):
        for r in range(1, reports + 1):
            share = ((e - 1) * reports + r) / (epochs * reports)
            lines.append(f"{e}\t{share:.6f}\t{round(share * 10000000)}\t{r * 1000}\t{start - share:.6f}\t{0.05 * (1 - share):.6g}\t{share * 60:.3f}\treport\n")
        if end:
            lines.append(f"{e}\t{e / epochs:.6f}\t{round(e / epochs * 10000000)}\t10000\t{start - e / epochs:.6f}\t{0.05 * (1 - e / epochs):.6g}\t{e / epochs * 60:.3f}\tepoch\n")
    return "".join(lines)


class Page(html.parser.HTMLParser):
    """What a browser would make of a page: its data, its text and all that it would load."""

    def __init__(self, data):
        super().__init__()
        self.scripts, self.titles, self.stack, self.rows, self.loads = [], [], [], [], []
        self.data = None
        self.text = ""
        self.feed(data.decode("utf-8"))
        self.close()

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.loads += [attrs[name] for name in ("src", "href", "srcset", "action") if name in attrs]
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th") and self.rows:
            self.rows[-1].append("")
        if tag not in ("meta", "link", "rect", "path", "circle", "input"):
            self.stack.append((tag, attrs))

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if self.stack and self.stack[-1] == (tag, dict(attrs)):
            self.stack.pop()

    def handle_endtag(self, tag):
        if self.stack and self.stack[-1][0] == tag:
            self.stack.pop()

    def handle_data(self, data):
        tag, attrs = self.stack[-1] if self.stack else ("", {})
        if tag == "script":
            if attrs.get("id") == "data":
                self.data = json.loads(data)
            else:
                self.scripts.append(data)
            return
        if tag == "style":
            return
        self.text += data
        if tag == "title":
            self.titles.append(data)
        if self.rows and any(t in ("td", "th") for t, _ in self.stack):
            self.rows[-1][-1] += data


class Pictures(Case):
    def page(self, data):
        page = Page(data)
        self.assertEqual([address for address in page.loads if address != "data:,"], [])
        self.assertNotRegex(data.decode().replace("http://www.w3.org/2000/svg", ""), r"https?://|@import|url\(")
        self.assertEqual(len(page.scripts), 1)
        return page


class Map(Pictures):
    def setUp(self):
        super().setUp()
        self.vectors = planted()
        self.write("vectors.txt", text_vectors(self.vectors))

    def test_tsv(self):
        lines = self.good("map", "--format", "tsv", "-q").out.decode().splitlines()
        self.assertEqual(lines[0], "word\tx\ty")
        rows = [line.split("\t") for line in lines[1:]]
        self.assertEqual([row[0] for row in rows], list(self.vectors))
        points = [(float(x), float(y)) for _, x, y in rows]
        # The three plants stand apart: every point's nearest is of its own.
        for i, point in enumerate(points):
            best = min((j for j in range(60) if j != i), key=lambda j: math.dist(point, points[j]))
            self.assertEqual(best % 3, i % 3)

    def test_pca(self):
        self.write("flat.txt", text_vectors({"a": (3, 0), "b": (0, 5), "c": (-2, 0), "d": (0, -0.1)}))
        rows = [line.split("\t") for line in self.good("map", "-m", "flat.txt", "--method", "pca", "--format", "tsv").out.decode().splitlines()[1:]]
        points = {word: (float(x), float(y)) for word, x, y in rows}
        for a, b, apart in (("a", "c", 2), ("b", "d", 2), ("a", "b", math.sqrt(2)), ("c", "d", math.sqrt(2))):
            self.assertAlmostEqual(math.dist(points[a], points[b]), apart, places=5)

    def test_same_bytes(self):
        for form in ("html", "svg", "tsv"):
            one = self.good("map", "--format", form, "-t", "1", "-q").out
            self.assertEqual(self.good("map", "--format", form, "-t", "3", "-q").out, one)
            self.assertNotEqual(self.good("map", "--format", form, "--seed", "7", "-q").out, one)

    def test_page(self):
        self.good("map", "-o", "m.html", "-k", "4", "--title", "A <b> & c")
        data = self.read("m.html")
        page = self.page(data)
        picture = page.data["map"]
        self.assertEqual(page.titles, ["A <b> & c"])
        self.assertEqual(picture["words"], list(self.vectors))
        self.assertEqual((min(picture["x"]), min(picture["y"]), max(picture["x"] + picture["y"])), (0, 0, 10000))
        self.assertEqual(picture["others"], [])
        names = picture["words"] + picture["others"]
        for word, near, cosines in zip(picture["words"], picture["near"], picture["cosines"]):
            expected = nearest(self.vectors, self.vectors[word], {word}, 4)
            self.assertEqual([names[i] for i in near], [name for name, _ in expected])
            self.assertEqual(cosines, [round(1000 * cosine) for _, cosine in expected])
        self.assertEqual(self.page(self.good("map", "--top", "5", "-k", "0", "-q").out).data["map"]["near"], [])

    def test_neighbours_come_from_the_whole_model(self):
        picture = self.page(self.good("map", "w0", "w1", "w2", "-q").out).data["map"]
        names = picture["words"] + picture["others"]
        self.assertEqual(picture["words"], ["w0", "w1", "w2"])
        self.assertEqual([names[i] for i in picture["near"][1]], [name for name, _ in nearest(self.vectors, self.vectors["w1"], {"w1"}, 10)])
        self.assertEqual(len(set(names)), len(names))

    def test_svg(self):
        self.good("map", "-o", "m.svg", "--title", "a < b")
        root = xml.fromstring(self.read("m.svg"))
        self.assertEqual(root.find(SVG + "title").text, "a < b")
        circles = list(root.iter(SVG + "circle"))
        self.assertEqual([circle.find(SVG + "title").text for circle in circles], list(self.vectors))
        width, height = float(root.get("width")), float(root.get("height"))
        for circle in circles:
            self.assertTrue(0 < float(circle.get("cx")) < width and 0 < float(circle.get("cy")) < height)
        labels = [text.text for text in root.iter(SVG + "text")]
        self.assertLessEqual(set(labels), set(self.vectors) | {"a < b", root.find(SVG + "desc").text})
        self.assertGreater(len(labels), 55)

    def test_nasty_words(self):
        vectors = nasty_vectors()
        self.write("n.jsonl", "")
        raw = b"%d 5\n" % (len(vectors) + 1) + text_vectors(vectors).split(b"\n", 1)[1] + b"\xff\xfe\xc3( 1 2 3 4 5\n"
        self.write("n.txt", raw)
        words = [word for word in vectors] + ["\ufffd\ufffd\ufffd("]
        result = self.good("map", "-m", "n.txt", "-q", "--iterations", "50")
        self.assertEqual(self.page(result.out).data["map"]["words"], words)
        svg = self.good("map", "-m", "n.txt", "--format", "svg", "-q", "--iterations", "50").out
        titles = [circle.find(SVG + "title").text for circle in xml.fromstring(svg).iter(SVG + "circle")]
        self.assertEqual(titles, [word.replace("\x01", "\ufffd") for word in words])
        tsv = self.good("map", "-m", "n.txt", "--format", "tsv", "-q", "--iterations", "50").out
        self.assertEqual([line.split(b"\t")[0] for line in tsv.split(b"\n")[1:-1]],
                         [word.encode().replace(b"\\", b"\\\\") for word in vectors] + [b"\xff\xfe\xc3("])
        heat = self.page(self.good("heatmap", "-m", "n.txt", "--order", "given", "--", *NASTY[:-2]).out)
        self.assertEqual(heat.data["heatmap"]["words"], NASTY[:-2])
        self.assertEqual([row[0] for row in heat.rows[1:]], NASTY[:-2])
        xml.fromstring(self.good("heatmap", "-m", "n.txt", "--format", "svg", "--", *NASTY).out)

    def test_perplexity_of_nothing(self):
        self.bad(2, "map", "--perplexity", "0", says="--perplexity 0: expected a number above 0")

    def test_chosen_words(self):
        self.write("list", "w5\nw6 12\nw5\nnone\n")
        result = self.good("map", "w9", "w5", "--words", "list", "--format", "tsv", "-q")
        self.assertEqual([line.split(b"\t")[0] for line in result.out.splitlines()[1:]], [b"w9", b"w5", b"w6"])
        self.assertIn("'none'", result.err)
        self.assertEqual(self.good("map", "--words", "-", "--format", "tsv", "-q", stdin="w3\nw4\n").out.count(b"\n"), 3)
        result = self.bad(3, "map", "w1", "w999", "--format", "tsv", "-q", says=["'w999'", "near spellings"])
        self.assertEqual(result.out.count(b"\n"), 2)
        self.bad(3, "map", "nothing", "-o", "m.html", says="'nothing'")
        self.assertNotIn("m.html", self.names())
        self.assertEqual(self.good("map", "--format", "tsv", "--limit", "7", "-q").out.count(b"\n"), 8)

    def test_usage(self):
        self.bad(2, "map", "-o", "m.png", says=["m.png", "--format", "html, svg, tsv"])
        self.bad(2, "map", "--perplexity", "59", says=["perplexity", "below 59"])
        self.bad(2, "map", "--perplexity", "-1", says="--perplexity")
        self.bad(2, "map", "--method", "umap", says="--method")
        self.bad(2, "map", "--top", "0", says="whole number")
        self.bad(1, "map", "-o", "missing/m.html", says=["missing/m.html", "No such file"])
        self.bad(2, "map", "-m", "-", "--words", "-", says="standard input")
        master, slave = self.open_terminal()
        self.bad(2, "map", stdout=slave, says=["terminal", "--output FILE.html"])
        os.close(slave)
        self.assertEqual(self.names(), ["vectors.txt"])

    def test_full_disk(self):
        disk = full_disk(self, 4 << 10)
        self.bad(1, "map", "-q", "-o", os.path.join(disk, "m.html"), says="No space left")
        self.assertEqual(os.listdir(disk), [])


class Heatmap(Pictures):
    def setUp(self):
        super().setUp()
        self.vectors = planted(12, 6)
        self.write("vectors.txt", text_vectors(self.vectors))

    def cosine(self, a, b):
        return sum(x * y for x, y in zip(unit(self.vectors[a]), unit(self.vectors[b])))

    def test_tsv(self):
        rows = [line.split("\t") for line in self.good("heatmap", *self.vectors, "--format", "tsv").out.decode().splitlines()]
        words = rows[0][1:]
        self.assertEqual(sorted(words), sorted(self.vectors))
        self.assertEqual([row[0] for row in rows[1:]], words)
        for a, row in zip(words, rows[1:]):
            for b, value in zip(words, row[1:]):
                self.assertAlmostEqual(float(value), self.cosine(a, b), places=5)
        plants = [int(word[1:]) % 3 for word in words]  # alike words stand together
        self.assertEqual(sum(a != b for a, b in zip(plants, plants[1:])), 2)
        given = self.good("heatmap", *self.vectors, "--format", "tsv", "--order", "given").out.decode().splitlines()[0]
        self.assertEqual(given.split("\t")[1:], list(self.vectors))

    def test_page(self):
        self.good("heatmap", *self.vectors, "-o", "h.html")
        page = self.page(self.read("h.html"))
        words = page.data["heatmap"]["words"]
        self.assertEqual(page.rows[0], [""] + words)
        for word, row in zip(words, page.rows[1:]):
            self.assertEqual(row[0], word)
            for other, value in zip(words, row[1:]):
                self.assertAlmostEqual(float(value), self.cosine(word, other), delta=0.0051)

    def test_svg(self):
        root = xml.fromstring(self.good("heatmap", "w0", "w1", "w2", "w3", "--format", "svg").out)
        titles = [title.text for title in root.iter(SVG + "title")][1:]
        self.assertEqual(len(titles), 16)
        self.assertIn("w0, w0: 1", titles)
        self.assertIn(f"w0, w3: {self.cosine('w0', 'w3'):.3f}", titles)

    def test_usage(self):
        self.bad(2, "heatmap", says="2 to 1,000 words, found 0")
        self.bad(2, "heatmap", "w1", says="found 1")
        self.bad(2, "heatmap", "w1", "w1", says="found 1")
        self.bad(3, "heatmap", "w1", "x", says="'x'")
        self.assertEqual(self.bad(3, "heatmap", "w1", "x", "w2", "--format", "tsv", says="'x'").out.count(b"\n"), 3)


class PlotLoss(Pictures):
    def setUp(self):
        super().setUp()
        self.write("a.tsv", loss_log())
        self.write("b.tsv", loss_log(epochs=3, start=2.5))

    def test_text(self):
        out = self.good("plot-loss", "a.tsv", "b.tsv").out.decode()
        lines = out.splitlines()
        self.assertLessEqual(max(map(len, lines)), 80)
        self.assertIn("* a.tsv", out)
        self.assertIn("o b.tsv", out)
        self.assertIn("Learning rate", out)
        # A falling line: the column of the first mark of each row does not fall.
        alone = self.good("plot-loss", "a.tsv").out.decode().split("Learning rate")[0].splitlines()
        columns = [line.index("*") for line in alone if "*" in line]
        self.assertGreater(len(columns), 8)
        self.assertEqual(columns, sorted(columns))
        self.good("plot-loss", "a.tsv", "-o", "out.txt")
        self.assertIn(b"Loss", self.read("out.txt"))

    def test_held_out_losses_have_a_curve_of_their_own(self):
        held_out = "".join(f"{e}\t{e / 3:.6f}\t{e * 100000000}\t\t{2 + 1 / e:.6f}\t0.01\t{e * 10:.3f}\theld-out\n" for e in (1, 2, 3))
        self.write("h.tsv", loss_log(epochs=3) + held_out)
        self.good("plot-loss", "h.tsv", "-o", "l.html")
        series = self.page(self.read("l.html")).data["loss"]["series"]
        self.assertEqual([s["name"] for s in series], ["h.tsv", "h.tsv, held out"])
        self.assertEqual(series[1]["points"], [[100000000, 3], [200000000, 2.5], [300000000, 2.33333]])
        self.assertIn("o h.tsv, held out", self.good("plot-loss", "h.tsv").out.decode())

    def test_page_and_svg(self):
        self.good("plot-loss", "a.tsv", "b.tsv", "-o", "l.html")
        page = self.page(self.read("l.html"))
        series = page.data["loss"]["series"]
        self.assertEqual([s["name"] for s in series], ["a.tsv", "b.tsv"])
        self.assertEqual(len(series[0]["points"]), 20)
        self.assertEqual(series[0]["points"][0], [500000, 2.95])
        self.assertEqual(page.data["rate"]["series"][1]["points"][-1], [10000000, 0])
        self.assertEqual(page.rows[1], ["a.tsv", "1", "5,000,000", "2.5000", "0.025", "30.0"])
        root = xml.fromstring(self.good("plot-loss", "a.tsv", "b.tsv", "--format", "svg").out)
        titles = [group.find(SVG + "title").text for group in root.iter(SVG + "g") if group.find(SVG + "title") is not None]
        self.assertEqual(titles, ["a.tsv", "b.tsv"] * 2)
        over = self.page(self.good("plot-loss", "a.tsv", "--over", "seconds", "--format", "html").out)
        self.assertEqual(over.data["loss"]["series"][0]["points"][0][0], 3)

    def test_few_many_and_unfinished(self):
        self.write("one.tsv", HEADING + "1\t1.000000\t10\t1\t2.5\t0.05\t1.000\tepoch\n")
        self.good("plot-loss", "one.tsv")
        self.good("plot-loss", "one.tsv", "--format", "svg")
        self.write("cut.tsv", loss_log() + "2\t0.9")
        self.assertEqual(self.good("plot-loss", "cut.tsv").out.replace(b"cut", b"a"), self.good("plot-loss", "a.tsv").out)
        self.write("long.tsv", loss_log(1, 5000))
        points = self.page(self.good("plot-loss", "long.tsv", "--format", "html").out).data["loss"]["series"][0]["points"]
        self.assertLessEqual(len(points), 600)
        self.assertGreater(len(points), 300)
        self.assertEqual(self.good("plot-loss", "-", stdin=loss_log()).code, 0)

    def test_other_columns_are_left_alone(self):
        rows = [line.split("\t") for line in loss_log().splitlines()]
        self.write("more.tsv", "".join("\t".join(["new" if i == 0 else "7"] + row[::-1]) + "\n" for i, row in enumerate(rows)))
        self.assertEqual(self.good("plot-loss", "more.tsv").out, self.good("plot-loss", "a.tsv").out)

    def test_damage(self):
        self.write("bad.tsv", "a\tb\n1\t2\n")
        self.bad(1, "plot-loss", "bad.tsv", says=["bad.tsv:1", "'epoch'", "--loss-log"])
        self.write("bad.tsv", loss_log().replace("\t2.8", "\tx", 1))
        self.bad(1, "plot-loss", "bad.tsv", says=["bad.tsv:", "bad loss", "expected a number"])
        self.write("bad.tsv", HEADING + "1\t2\n" + loss_log().split("\n", 1)[1])
        self.bad(1, "plot-loss", "bad.tsv", says=["bad.tsv:2", "expected 8, found 2"])
        self.write("bad.tsv", loss_log().replace("\treport", "\tother", 1))
        self.bad(1, "plot-loss", "bad.tsv", says=["bad.tsv:2", "'other'"])
        self.write("bad.tsv", "")
        self.bad(1, "plot-loss", "bad.tsv", says="empty")
        self.write("bad.tsv", HEADING)
        self.bad(1, "plot-loss", "bad.tsv", says="no line")
        self.bad(1, "plot-loss", "missing", says="No such file")
        self.bad(2, "plot-loss", says="logs")


class Report(Pictures):
    def test_page(self):
        vectors = planted()
        self.write("vectors.txt", text_vectors(vectors))
        self.write("vocab", "".join(f"w{i} {1000 // (i + 1)}\n" for i in range(60)))
        self.write("loss.tsv", loss_log())
        self.write("sim.tsv", "w0\tw3\t9\nw0\tw1\t2\nw1\tw2\t1\nw1\tw4\t8\n")
        self.write("ana.txt", ": part\nw0 w3 w1 w4\n")
        self.good("report", "vectors.txt", "-o", "r.html", "--vocab", "vocab", "--loss-log", "loss.tsv", "--eval", "sim.tsv", "--eval", "ana.txt", "--word", "w7",
                  "--word", "w8", "-k", "3")
        page = self.page(self.read("r.html"))
        self.assertEqual(page.titles[0], "Report on vectors.txt")
        self.assertEqual(set(page.data), {"loss", "rate", "vocabulary", "map"})
        self.assertEqual(page.data["vocabulary"]["series"][0]["points"][:2], [[1, 1000], [2, 500]])
        self.assertEqual(page.data["vocabulary"]["series"][0]["points"][-1], [60, 16])
        self.assertEqual(page.data["map"]["words"], list(vectors))
        facts = {row[0]: row[1] for row in page.rows if len(row) == 2}
        self.assertEqual((facts["Words"], facts["Dimensions"]), ("60", "8"))
        measures = [(row[0], row[1], row[4]) for row in page.rows if len(row) == 5]
        self.assertEqual(measures[1:], [("sim.tsv", "Spearman", "4 of 4"), ("ana.txt", "3CosAdd", "1 of 1"), ("ana.txt", "3CosMul", "1 of 1")])
        for word in ("w7", "w8"):
            names = [name for name, _ in nearest(vectors, vectors[word], {word}, 3)]
            self.assertRegex(page.text, rf"\b{word}\s+" + r"\s+0\.\d+\s+".join(names) + r"\s+0\.\d+")

    def test_of_another_training(self):
        self.good("train", CORPUS, "-o", "v.bin", "-e", "1", "-d", "10", "--checkpoint", "c.ckpt", "-q")
        self.assertNotIn("another training", self.good("report", "v.bin", "--limit", "50", "--checkpoint", "c.ckpt", "-o", "r.html").err)
        self.write("other.txt", text_vectors(planted()))
        err = self.good("report", "other.txt", "--checkpoint", "c.ckpt", "-o", "r.html").err
        self.assertIn("--checkpoint c.ckpt: of another training: its vectors have 10 values, those of the model 8; 60 of the model's 60 words", err)

    def test_of_a_training(self):
        self.good("train", CORPUS, "-o", "v.bin", "-e", "2", "-d", "10", "--checkpoint", "c.ckpt", "--loss-log", "loss.tsv", "--save-vocab", "words", "-q")
        self.assertIn("Learning rate", self.good("plot-loss", "loss.tsv").out.decode())
        self.good("report", "v.bin", "-o", "r.html", "--checkpoint", "c.ckpt", "--loss-log", "loss.tsv", "--vocab", "words", "--top", "50", "-q")
        page = self.page(self.read("r.html"))
        facts = {row[0]: row[1] for row in page.rows if len(row) == 2}
        self.assertEqual((facts["dim"], facts["epochs"], facts["architecture"], facts["Dimensions"]), ("10", "2", "skipgram", "10"))
        losses = [float(line.split("\t")[4]) for line in self.read("loss.tsv").decode().splitlines() if line.endswith("epoch")]
        drawn = [y for _, y in page.data["loss"]["series"][0]["points"]]
        self.assertEqual(len(drawn), len(losses))
        for y, loss in zip(drawn, losses):
            self.assertAlmostEqual(y, loss, delta=2e-5 * loss)  # six digits
        counts = [int(line.split()[1]) for line in self.read("words").splitlines()]
        self.assertEqual(page.data["vocabulary"]["series"][0]["points"][0], [1, counts[0]])

    def test_alone(self):
        self.write("vectors.txt", text_vectors(planted(5)))
        page = self.page(self.good("report", "-q").out)
        self.assertEqual(set(page.data), {"map"})
        self.bad(3, "report", "-o", "r.html", "--word", "none", says="'none'")
        self.assertIn("r.html", self.names())
        self.bad(1, "report", "missing", says="missing")


if __name__ == "__main__":
    main()
