"""Rebuild every file of this folder from data sets inside scikit-learn and matplotlib.

    python make_data.py

The values are the published ones. Only the wine lab log is made messy on purpose, by `mess_up`
below; what it invents (sample ids, laboratories, dates, notes) is listed in samples/README.md.
It needs scikit-learn, matplotlib and pandas. It does not clean anything: cleaning.ipynb does.
"""

import datetime
import random
from pathlib import Path

import matplotlib
import numpy as np
import pandas as pd
from sklearn.datasets import load_diabetes, load_wine

HERE = Path(__file__).parent
CULTIVARS = ["Barolo", "Grignolino", "Barbera"]  # class_0, class_1, class_2 of load_wine
SPELLINGS = {
    "Barolo": ["Barolo", "barolo", "BAROLO", " Barolo", "Barollo"],
    "Grignolino": ["Grignolino", "grignolino", "Grignolino ", "Grignolno"],
    "Barbera": ["Barbera", "barbera", "BARBERA", "Barbara"],
}
MISSING = ["", "n/a", "-", "?"]
NOTES = ["", "", "", "", "recheck", "cork taint?", "bottle 2"]


def diabetes():
    data = load_diabetes(as_frame=True, scaled=False)
    frame = data.data.assign(progression=data.target)
    whole = ["age", "sex", "s1", "s6", "progression"]
    return frame.astype({name: int for name in whole})


def wine():
    data = load_wine(as_frame=True)
    frame = data.data.rename(columns={"od280/od315_of_diluted_wines": "od280_od315"})
    frame = frame.astype({"magnesium": int, "proline": int})
    frame["cultivar"] = [CULTIVARS[k] for k in data.target]
    return frame


def elevation(step=8):
    path = Path(matplotlib.get_data_path()) / "sample_data" / "jacksboro_fault_dem.npz"
    with np.load(path) as dem:
        return dem["elevation"][::step, ::step]


def write_date(day, rng):
    return rng.choice(
        [day.strftime("%Y-%m-%d"), day.strftime("%d/%m/%Y"), f"{day.day} {day:%b %Y}"]
    )


def mess_up(frame, seed=7):
    """Rows of a lab log as three laboratories with three habits would have typed it."""
    rng = random.Random(seed)
    rows = []
    for number, sample in enumerate(frame.to_dict("records"), start=1):
        lab = rng.choice("ABC")
        day = datetime.date(2024, 2, 1) + datetime.timedelta(days=rng.randrange(75))
        values = {
            "Alcohol": f"{sample['alcohol']:.2f}",
            "Malic Acid (g/l)": f"{sample['malic_acid']:.2f}",
            "Magnesium": f"{sample['magnesium']}",
            "Flavanoids ": f"{sample['flavanoids']:.2f}",
            "Color intensity": f"{sample['color_intensity']:.2f}",
            "PROLINE": f"{sample['proline']}",
        }
        if lab == "A" and rng.random() < 0.3:
            values["Alcohol"] += " %"
        if lab == "B":  # fractions instead of per cent, grams instead of milligrams
            values["Alcohol"] = f"{sample['alcohol'] / 100:.4f}"
            values["Magnesium"] = f"{sample['magnesium'] / 1000:.3f}"
        if lab == "C":  # decimal commas, and -999 for "not measured"
            values = {name: text.replace(".", ",") for name, text in values.items()}
            if rng.random() < 0.1:
                values["Color intensity"] = "-999"
        for name in values:
            if rng.random() < 0.03:
                values[name] = rng.choice(MISSING)
        rows.append(
            {
                "Sample ID": f"W-{number:03d}",
                "Cultivar": rng.choice(SPELLINGS[sample["cultivar"]]),
                "analysed on": write_date(day, rng),
                "Lab": rng.choice([lab, lab.lower()]),
                **values,
                "Operator Notes": rng.choice(NOTES),
                "day": day,
            }
        )

    for row in rng.sample(rows, 6):  # analysed again some days later, with a slightly other reading
        again = dict(row)
        again["day"] = row["day"] + datetime.timedelta(days=rng.randrange(5, 20))
        again["analysed on"] = write_date(again["day"], rng)
        again["Malic Acid (g/l)"] = (
            f"{frame['malic_acid'][int(row['Sample ID'][2:]) - 1] + 0.02:.2f}"
        )
        again["Operator Notes"] = "repeat"
        rows.append(again)
    rows += [dict(row) for row in rng.sample(rows, 9)]  # the same line typed twice
    rng.shuffle(rows)
    return pd.DataFrame(rows).drop(columns="day")


if __name__ == "__main__":
    diabetes().to_csv(HERE / "diabetes.csv", index=False)
    wine().to_csv(HERE / "wine.csv", index=False)
    mess_up(wine()).to_csv(HERE / "wine_lab_log.csv", index=False)
    np.savetxt(HERE / "jacksboro_elevation.csv", elevation(), fmt="%d", delimiter=",")
    pd.DataFrame(
        {
            "cultivar": CULTIVARS,
            "grape": ["Nebbiolo", "Grignolino", "Barbera"],
        }
    ).to_csv(HERE / "cultivars.csv", index=False)
    pd.DataFrame(
        {
            "code": ["A", "B", "C", "D"],
            "laboratory": ["Alpha", "Beta", "Gamma", "Delta"],
            "instrument": ["spectrometer", "spectrometer", "titration", "titration"],
            "phone": ["ext. 11", "ext. 12", "ext. 13", "ext. 14"],
        }
    ).to_csv(HERE / "laboratories.csv", index=False)
