"""The tutorial, as it stands, on a small study."""

import re
import shlex

from own_checkout import Checkout

from ns2studies.basics import paths

TEXT = (paths.ROOT / "docs" / "first-edit.md").read_text(encoding="utf-8")


def commands() -> list[list[str]]:
    lines = "".join(re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL)).splitlines()
    return [shlex.split(line)[1:] for line in lines]


def test_tutorial_commands_work(checkout: Checkout) -> None:
    first, plan, *edited, explain, sql, last_plan = commands()
    checkout.run(*first)
    (line,) = re.findall(r"```yaml\n(.*)\n```", TEXT)
    checkout.edit("config/mpls.yaml", line, line.replace("0.005", "0.010"))
    said = checkout.run(*plan).stdout
    (quoted,) = re.findall(r"`(changed: .*?)`", TEXT)
    assert quoted in said
    for command in edited:
        said = checkout.run(*command).stdout
    assert "network.delay_s" in said
    assert "  moved  " in said
    assert "published: " in checkout.run(*explain).stdout
    assert "verdict_words" in checkout.run(*sql).stdout
    checkout.edit("config/mpls.yaml", line.replace("0.005", "0.010"), line)
    assert re.search(r"│\s+0 │\s+0 s │", checkout.run(*last_plan).stdout)


def test_tutorial_is_short() -> None:
    assert len(TEXT.splitlines()) <= 70
