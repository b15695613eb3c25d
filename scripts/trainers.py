"""What scripts/bench and scripts/quality share: the trainers, how they are run, and how their vectors are scored."""
import json, os, shutil, subprocess, sys, time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
W2V = os.path.join(ROOT, "build/release/apps/w2v/w2v")
GENSIM = """
import sys
from gensim.models import Word2Vec
from gensim.models.word2vec import LineSentence
corpus, output, sg, dim, window, negatives, subsample, epochs, threads, rate, seed = sys.argv[1:]
Word2Vec(LineSentence(corpus, max_sentence_length=1000), sg=int(sg), vector_size=int(dim), window=int(window), negative=int(negatives),
         sample=float(subsample), epochs=int(epochs), workers=int(threads), alpha=float(rate), seed=int(seed), min_count=5,
         ).wv.save_word2vec_format(output, binary=True)
"""
PLACEHOLDERS = ("{corpus} {output} {architecture} {sg} {dim} {window} {negatives} {subsample} {epochs} {threads} {rate} {seed} ({sg} is 1 for "
                "skip-gram, 0 for CBOW; vectors are looked for as {output}, {output}.vec or {output}.bin)")


def commands(peers, folder, only_given, subwords=None):
    """Name and command of each trainer, w2v first: Debian's fasttext and python3-gensim where they are installed and not `only_given`,
    then `peers`, given as NAME=COMMAND. `folder`: for temporary files. `subwords`: lengths of n-grams such as "3-6", for w2v, which draws
    noise as fastText does then, and for fasttext; gensim is left out."""
    found = {"w2v": f"{W2V} train {{corpus}} --quiet --output {{output}} --architecture {{architecture}} --dim {{dim}} "
                    "--window {window} --negatives {negatives} --subsample {subsample} --epochs {epochs} --threads {threads} "
                    "--lr {rate} --seed {seed}"}
    least, _, most = (subwords or "0-0").partition("-")
    ngrams = f"-minn {least} -maxn {most}" if subwords else "-maxn 0 -bucket 1"
    if subwords:
        found["w2v"] += f" --subwords {subwords} --noise-power 0.5"
    if not only_given:
        if shutil.which("fasttext"):
            found["fasttext"] = ("fasttext {architecture} -input {corpus} -output {output} -dim {dim} -ws {window} -neg {negatives} "
                                 f"-t {{subsample}} -epoch {{epochs}} -thread {{threads}} -lr {{rate}} -minCount 5 {ngrams} -verbose 0")
        if not subwords and subprocess.run(["/usr/bin/python3", "-c", "import gensim"], capture_output=True).returncode == 0:
            script = os.path.join(folder, "gensim_peer.py")
            with open(script, "w") as f:
                f.write(GENSIM)
            found["gensim"] = (f"/usr/bin/python3 {script} {{corpus}} {{output}} {{sg}} {{dim}} {{window}} {{negatives}} {{subsample}} "
                               "{epochs} {threads} {rate} {seed}")
    for peer in peers:
        name, equals, command = peer.partition("=")
        if not equals:
            sys.exit(f"{peer}: expected NAME=COMMAND")
        found[name] = command
    return found


def values(corpus, output, architecture, subwords=None, **settings):
    """What the placeholders of a command stand for."""
    skipgram = architecture == "skipgram"
    rate = 0.025 if skipgram and not subwords else 0.05
    return {"corpus": corpus, "output": output, "architecture": architecture, "sg": int(skipgram), "rate": rate,
            "seed": 1, **settings}


def run(command, values):
    """Wall seconds and peak resident MB of a command."""
    start = time.perf_counter()
    process = subprocess.Popen(["/bin/sh", "-c", "exec " + command.format(**values)], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"failed with {process.returncode}: {command.format(**values)}")
    return seconds, usage.ru_maxrss / 1024


def vectors_at(output):
    """The file that a trainer wrote."""
    for ending in (".vec", ".bin", ""):
        if os.path.exists(output + ending):
            return output + ending
    sys.exit(f"{output}: no vectors were written")


def scores(model, questions, similarity):
    """What w2v eval says of vectors, a number for each set, None where it has none: the per cent of analogy questions that are right among the
    30,000 most frequent words (3CosAdd, case folded), if `questions` names a set, then Spearman's rho times 100 of the pairs that are known, for each set of `similarity`."""
    sets = ([questions] if questions else []) + similarity
    if not sets:
        return []
    done = subprocess.run([W2V, "eval", "-m", model, "--format", "json", *sets], capture_output=True)
    if done.returncode != 0:
        sys.exit(done.stderr.decode())
    found = []
    for result in map(json.loads, done.stdout.splitlines()):
        share = result["spearman"] if result["kind"] == "similarities" else result["total"]["add"]["accuracy"]
        found.append(None if share is None else 100 * share)
    return found
