"""A net finds what no weighing of single features tells."""

from random import Random

from lab.fit import fit_net, fit_weights, log_loss
from players.exact import expected


def test_a_net_finds_that_the_ends_are_good_and_the_middle_is_not() -> None:
    chance = Random(3)
    places = [chance.uniform(-2, 2) for _ in range(600)]
    results = [float(abs(place) > 1) for place in places]
    straight = fit_weights([(place, 1.0) for place in places], results)
    assert log_loss(straight, [(place, 1.0) for place in places], results) > 0.6
    *units, slope, bias = fit_net([(place,) for place in places], results, 1, 4, chance)

    def value(place: float) -> float:
        total = slope * place + bias
        for weight, own, adds in zip(units[::3], units[1::3], units[2::3], strict=True):
            total += adds * max(0.0, weight * place + own)
        return total

    assert log_loss([1.0], [(value(place),) for place in places], results) < 0.4
    assert expected(value(-1.8)) > 0.8
    assert expected(value(0.0)) < 0.2
    assert expected(value(1.8)) > 0.8
