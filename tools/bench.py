"""Bench: `python3 tools/bench.py [--quick] [--json] [--only NAME]` does all set-up itself and prints how fast we are.

Every line holds ours against a named peer on the same map in the same run: ratios travel, times do not. It reports
and judges nothing else; a missed target is a line in the table, never a failure.
"""

import sys
from pathlib import Path

import setup_env


def main(arguments: "list[str]") -> int:
    """Run the benchmark, in the checkout's own environment wherever this was started from."""
    environment = setup_env.Environment(setup_env.CHECKOUT)
    if setup_env.is_inside(environment):
        sys.path.insert(0, str(setup_env.CHECKOUT))  # this checkout's code is measured, whatever else is installed
        import bench_report  # here, because outside there is nothing that it could import

        return bench_report.main(arguments)
    return setup_env.start(environment, [str(Path(__file__).resolve()), *arguments], extra="test")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
