"""Standard input is read by one thing at a time: a second one is refused before any work."""

from program import Case, main, text_vectors


class OnlyOnce(Case):
    def setUp(self):
        super().setUp()
        self.write("v.txt", text_vectors({"a": (1, 2), "b": (2, 1)}))
        self.write("set", "a b 1\n")
        self.fifo("pipe")  # whoever begins to work waits for it for ever

    def test_twice(self):
        for arguments, names in ((["neighbors", "--among", "-"], ["--among -", "queries"]),
                                 (["neighbors", "-m", "-"], ["--model -", "queries"]),
                                 (["neighbors", "a", "-m", "-", "--among", "-"], ["--among -", "--model"]),
                                 (["similarity", "-m", "-"], ["--model -", "queries"]),
                                 (["analogy", "-m", "-"], ["--model -", "queries"]),
                                 (["odd", "-m", "-"], ["--model -", "queries"]),
                                 (["pool", "-m", "-"], ["--model -", "TEXT"]),
                                 (["pool", "-", "-m", "pipe", "--weighting", "sif", "--vocab", "-"], ["--vocab -", "TEXT"]),
                                 (["eval", "-", "-"], ["SET -", "SET"]),
                                 (["eval", "pipe", "-", "-m", "-"], ["--model -", "SET"]),
                                 (["eval", "pipe", "-m", "-", "-m", "-"], ["--model -"]),
                                 (["train", "-", "-"], ["CORPUS -"]),
                                 (["train", "pipe", "-", "--eval", "-"], ["--eval -", "CORPUS"]),
                                 (["train", "-", "--stop-words", "-"], ["--stop-words", "CORPUS"]),
                                 (["vocab", "-", "--read-vocab", "-"], ["--read-vocab -", "CORPUS"]),
                                 (["convert", "-", "out.bin", "--words", "-"], ["--words -", "INPUT"])):
            with self.subTest(arguments):
                self.bad(2, *arguments, stdin=b"a b 1\n", says=[*names, "standard input"])
        self.assertEqual(self.names(), ["pipe", "set", "v.txt"])

    def test_the_model_of_the_environment(self):
        for arguments, name in ((["neighbors"], "queries"), (["neighbors", "a", "--among", "-"], "--among"), (["similarity"], "queries"),
                                (["analogy"], "queries"), (["odd"], "queries"), (["pool"], "TEXT"), (["eval", "-"], "SET")):
            with self.subTest(arguments):
                self.bad(2, *arguments, stdin=b"a b 1\n", env={"W2V_MODEL": "-"}, says=["$W2V_MODEL", name, "standard input"])
        model = self.read("v.txt")
        self.assertEqual(self.good("neighbors", "a", "-k", "1", stdin=model, env={"W2V_MODEL": "-"}).out.split(b"\t")[0], b"b")
        self.good("neighbors", "-m", "v.txt", stdin=b"a\n", env={"W2V_MODEL": "-"})

    def test_once(self):
        model = self.read("v.txt")
        self.assertEqual(self.good("neighbors", "a", "-m", "-", "-k", "1", stdin=model).out.split(b"\t")[0], b"b")
        self.assertEqual(self.good("neighbors", "a", "-m", "v.txt", "--among", "-", stdin=b"b\n").out.split(b"\t")[0], b"b")
        self.assertEqual(self.good("eval", "-m", "v.txt", "-", "set", "--summary", stdin=b"a b 1\nb b 2\na a 3\n").code, 0)


if __name__ == "__main__":
    main()
