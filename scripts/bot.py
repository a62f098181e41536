#!/usr/bin/env python3
"""Plays any game for `drakkar run --agents exec:scripts/bot.py ...`: the cheapest purchase, or any
legal action. docs/own-agent.md explains the messages."""
import json
import random
import sys


def choose(message):
    """One of the legal actions."""
    prices = [action for action in message["legal"] if action.startswith("buy ")]
    if prices:
        return min(prices, key=lambda action: int(action.split()[1]))
    # The seed comes from the run's: the same run gives the same games.
    return random.Random(message["seed"]).choice(message["legal"])


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "decide":
        print(json.dumps({"action": choose(message)}), flush=True)
