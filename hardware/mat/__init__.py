"""The mat on paper: four markers to cut out, or the whole mat over as many sheets as it takes."""
