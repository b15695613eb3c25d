"""Prints labelled, made-up reviews, `label <tab> text`, for docs/RECIPES.md: make_reviews.py SEED REVIEWS.

Both kinds are made of the same common words; three words a review tell what it thinks, one in five of them the opposite.
"""
import random
import sys

PRAISE = "great lovely superb moving funny clever warm brilliant charming gripping fresh delightful".split()
BLAME = "awful boring dull weak tedious clumsy stale bland dreadful lifeless silly forgettable".split()
COMMON = "the a film story plot actor scene music ending camera was is and but very quite rather with of in".split()

picker = random.Random(int(sys.argv[1]))
for _ in range(int(sys.argv[2])):
    positive = picker.random() < 0.5
    words = picker.choices(COMMON, k=picker.randint(6, 14))
    for _ in range(3):
        kind = PRAISE if positive == (picker.random() < 0.8) else BLAME
        words.insert(picker.randrange(len(words)), picker.choice(kind))
    print(f"{1 if positive else -1}\t{' '.join(words)}")
