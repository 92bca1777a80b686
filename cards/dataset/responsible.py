"""What Croissant's vocabulary for responsible AI asks of a corpus."""

from collections.abc import Mapping

from .facts import Facts


def responsible(facts: Facts) -> Mapping[str, str | list[str]]:
    """Return the fields of the vocabulary.

    Parameters
    ----------
    facts : Facts
        What was measured of the corpus.
    """
    found = facts.verified
    return {
        "rai:dataCollection": (
            f"Rendered by Eyechart {facts.version} from spec {facts.spec.digest()}; "
            "nothing was collected from people or from the web."
        ),
        "rai:dataCollectionType": ["Software Collection"],
        "rai:dataCollectionRawData": (
            f"Layouts {', '.join(facts.layouts)} with invented texts; fonts under open "
            "licences."
        ),
        "rai:dataPreprocessingProtocol": [
            "Magnitudes are read back from the pixels; a stimulus that does not read "
            "what it should is not written."
        ],
        "rai:dataAnnotationProtocol": (
            "No annotation: what is wrong, and by how much, is known from the "
            f"rendering and was verified on {found.stimuli} of {found.stimuli} stimuli."
        ),
        "rai:annotationsPerItem": "none by people",
        "rai:machineAnnotationTools": [f"Eyechart {facts.version}"],
        "rai:dataUseCases": [
            "Measuring from which size on a judge of image edits notices an error, and "
            "how often it finds fault with flawless work.",
            "Not for ranking editing models, and not for training a judge that is "
            "measured on it afterwards.",
        ],
        "rai:dataLimitations": [
            "Each result is wrong on one axis; errors of real edits come together.",
            "Pages are rendered documents, not photographs.",
            "The magnitudes that count as clearly visible are not yet agreed on by "
            "several raters.",
        ],
        "rai:dataBiases": [
            f"Languages: {', '.join(facts.languages)}; documents of "
            f"{len(facts.layouts)} designs."
        ],
        "rai:dataSocialImpact": (
            "Makes visible which errors automatic judges overlook; a judge that does "
            "well here may still fail on other errors."
        ),
        "rai:personalSensitiveInformation": ["None: all names and texts are invented."],
        "rai:dataReleaseMaintenancePlan": (
            "Revisions are tagged and stay as they are; a correction is a new revision."
        ),
    }
