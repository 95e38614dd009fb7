"""Makes files of the form of the UCI "Adult" data (census of 1994): adult.data to train, adult.test to test.

The rows are drawn at random, the same each time: who earns more than 50,000 dollars a year depends by a made-up rule on
education, age, hours, marriage, occupation and gains of capital. They say nothing about real people.
"""

import os
import random

import tensorflow as tf

WORKCLASS = ["Private"] * 14 + ["Self-emp-not-inc", "Self-emp-inc", "Federal-gov", "Local-gov", "State-gov", "?"]
# name, years, how frequent
EDUCATION = [
    ("11th", 7, 4),
    ("HS-grad", 9, 32),
    ("Some-college", 10, 22),
    ("Assoc-voc", 11, 5),
    ("Assoc-acdm", 12, 4),
    ("Bachelors", 13, 17),
    ("Masters", 14, 6),
    ("Prof-school", 15, 2),
    ("Doctorate", 16, 1),
]
# name, what it adds to the score of those with little education and of those with much
OCCUPATION = [
    ("Exec-managerial", 0.8, 1.2),
    ("Prof-specialty", 0.3, 1.0),
    ("Tech-support", 0.4, 0.4),
    ("Sales", 0.1, 0.6),
    ("Craft-repair", 0.3, -0.3),
    ("Adm-clerical", -0.3, -0.2),
    ("Machine-op-inspct", -0.4, -0.8),
    ("Handlers-cleaners", -0.9, -1.2),
    ("Other-service", -1.0, -1.4),
    ("Farming-fishing", -1.0, -0.6),
]
RACE = ["White"] * 17 + ["Black", "Asian-Pac-Islander", "Other"]
COUNTRY = ["United-States"] * 18 + ["Mexico", "Philippines"]


def person(rng, test):
    age = min(90, max(17, int(rng.gauss(38, 13))))
    education, years, _ = rng.choices(EDUCATION, weights=[e[2] for e in EDUCATION])[0]
    occupation, low, high = rng.choice(OCCUPATION)
    gender = rng.choice(["Male", "Male", "Female"])
    married = rng.random() < (0.15 if age < 25 else 0.55)
    marital = "Married-civ-spouse" if married else "Never-married" if age < 35 else "Divorced"
    relationship = ("Husband" if gender == "Male" else "Wife") if married else "Not-in-family"
    hours = min(99, max(5, int(rng.gauss(40, 10))))
    gain = rng.choice([3103, 5178, 7688, 15024]) if rng.random() < 0.06 else 0
    loss = rng.choice([1602, 1887, 1977]) if rng.random() < 0.04 else 0
    score = -2.3 + 1.9 * married + 0.35 * (years - 10) + 0.03 * (hours - 40) + (high if years >= 13 else low)
    score += 1.0 - abs(age - 48) / 14.0 + 2.5 * (gain > 5000) + rng.gauss(0, 0.8)
    label = ">50K" if score > 0 else "<=50K"
    return [
        str(age),
        rng.choice(WORKCLASS),
        str(rng.randrange(20000, 400000)),
        education,
        str(years),
        marital,
        occupation,
        relationship,
        rng.choice(RACE),
        gender,
        str(gain),
        str(loss),
        str(hours),
        rng.choice(COUNTRY),
        label + "." * test,  # the test file's labels end with a full stop, as UCI's do
    ]


def make(folder, sizes=(6000, 2000)):
    """Writes the two files."""
    tf.gfile.MakeDirs(folder)
    for name, size, seed in (("adult.data", sizes[0], 1), ("adult.test", sizes[1], 2)):
        rng = random.Random(seed)
        test = name == "adult.test"
        lines = [", ".join(person(rng, test)) for _ in range(size)]
        if test:
            lines.insert(0, "|1x3 Cross validator")
        with tf.gfile.GFile(os.path.join(folder, name), "w") as f:
            f.write("\n".join(lines) + "\n")
    print("Wrote %d + %d rows that are made up to %s" % (sizes[0], sizes[1], folder))


if __name__ == "__main__":
    make("examples_out/census_data")
