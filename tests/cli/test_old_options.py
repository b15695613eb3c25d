"""A line from a paper's appendix runs after the program's name was changed."""

from program import Case, head_of_corpus, main, read_binary, read_text


class OldOptions(Case):
    def setUp(self):
        super().setUp()
        self.write("c.txt", head_of_corpus(5000))

    def both(self, old, new):
        self.good("train", *old.split(), "-output", "old")
        self.good("train", "c.txt", *new.split(), "-o", "new")
        self.assertTrue(self.read("old") == self.read("new"), old)

    def test_everything(self):
        self.both("-train c.txt -cbow 0 -size 20 -window 3 -sample 1e-3 -negative 5 -hs 0 -threads 1 -iter 2 -min-count 2 "
                  "-alpha 0.03 -binary 1 -save-vocab voc -debug 2",
                  "--architecture skipgram --dim 20 --window 3 --subsample 1e-3 --subsample-formula word2vec --negatives 5 "
                  "--threads 1 --epochs 2 --min-count 2 --lr 0.03 --format binary --save-vocab voc2")
        self.assertEqual(self.read("voc"), self.read("voc2"))
        self.assertEqual(len(next(iter(read_binary(self.read("old")).values()))), 20)
        self.both("-train c.txt -cbow 1 -size 20 -window 8 -negative 3 -threads 1 -iter 1 -alpha 0.05 -binary 0 -classes 0 "
                  "-read-vocab voc -debug 0",
                  "-a cbow -d 20 -w 8 -n 3 -t 1 -e 1 --lr 0.05 --format text --read-vocab voc --subsample 1e-3 "
                  "--subsample-formula word2vec")
        read_text(self.read("old"))

    def test_what_is_left_out_has_the_old_defaults(self):
        self.both("-train c.txt -threads 1", "-a cbow -d 100 -w 5 --subsample 1e-3 --subsample-formula word2vec -n 5 -t 1 -e 5 "
                                             "--min-count 5 --lr 0.05 --format text")
        self.both("-train c.txt -threads 1 -cbow 0", "-a skipgram -d 100 -w 5 --subsample 1e-3 --subsample-formula word2vec "
                                                     "-n 5 -t 1 -e 5 --min-count 5 --lr 0.025 --format text")

    def test_hierarchical_softmax(self):
        self.both("-train c.txt -threads 1 -hs 1 -negative 0 -iter 2", "-a cbow --objective hs --subsample 1e-3 --subsample-formula "
                                                                       "word2vec -t 1 -e 2 --format text")
        result = self.good("train", *"-train c.txt -output v -hs 1 -iter 1 -size 5".split())
        self.assertIn("hierarchical softmax alone", result.err)
        self.assertNotIn("alone", self.good("train", *"-train c.txt -output v -hs 1 -negative 0 -iter 1 -size 5".split()).err)
        self.both("-train c.txt -threads 1 -hs 1 -cbow 0 -iter 2", "-a skipgram --objective hs --subsample 1e-3 --subsample-formula "
                                                                   "word2vec -t 1 -e 2 --format text")

    def test_classes(self):
        self.good("train", *"-train c.txt -output v -threads 1 -size 20 -iter 2".split())
        self.good("train", *"-train c.txt -output old -threads 1 -size 20 -iter 2 -classes 7".split())
        self.good("cluster", "-m", "v", "-c", "7", "-o", "new")
        self.assertTrue(self.read("old") == self.read("new"))
        self.assertEqual({line.split()[1] for line in self.read("old").decode().splitlines()}, {str(i) for i in range(7)})
        self.bad(2, *"train -train c.txt -output w -classes 1000000".split(), says="--classes 1000000: the vocabulary has ")
        self.assertNotIn("w", self.names())

    def test_mixed_with_new_ones(self):
        self.both("--quiet -train c.txt -cbow 0 -threads 1 -iter 1 -size 5 --seed 3",
                  "-t 1 -e 1 -d 5 --seed 3 --subsample 1e-3 --subsample-formula word2vec --format text")
        result = self.good("--quiet", "train", "-train", "c.txt", "-output", "v", "-size", "5", "-iter", "1")
        self.assertEqual(result.err, "")

    def test_the_vocabulary_alone(self):
        self.good("train", *"-train c.txt -save-vocab old -min-count 3 -size 20 -threads 1".split())
        self.good("vocab", "c.txt", "-o", "new", "--min-count", "3")
        self.assertEqual(self.read("old"), self.read("new"))
        self.assertEqual(self.names(), ["c.txt", "new", "old"])  # and no vectors

    def test_one_of_ours_says_what_is_left_out(self):
        for new in ("--architecture skipgram", "-a skipgram", "--architecture=skipgram"):
            self.both(f"-train c.txt -threads 1 -iter 1 -size 5 {new}",
                      "-t 1 -e 1 -d 5 --subsample 1e-3 --subsample-formula word2vec --format text")
        self.both("-train c.txt -threads 1 -iter 1 -size 5 --subsample 1e-4 --subsample-formula paper --format binary --negatives 3",
                  "-t 1 -e 1 -d 5 -a cbow --subsample-formula paper --format binary -n 3")
        self.both("-train c.txt -threads 1 -iter 1 -size 5 --objective hs",
                  "-t 1 -e 1 -d 5 -a cbow --objective hs --subsample 1e-3 --subsample-formula word2vec --format text")
        self.bad(2, *"train -train c.txt -output v -cbow 0 --architecture cbow".split(), says="--architecture is given more than once")

    def test_faults(self):
        self.bad(2, *"train c.txt -window 8".split(), says=["-output FILE", "-save-vocab FILE"])
        self.bad(2, *"train -train c.txt -output v -hs 0 -negative 0".split(), says="--negatives 0")
        self.bad(2, *"train -train c.txt -output".split(), says="-output")
        self.bad(1, *"train -train missing.txt -output v".split(), says="missing.txt")
        self.bad(2, *"train -train c.txt -output v -no-such 1".split())
        self.assertEqual(self.names(), ["c.txt"])


if __name__ == "__main__":
    main()
