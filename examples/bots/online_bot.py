#!/usr/bin/env python3
"""A bot that plays random moves on a server, by the HTTP API alone: docs/server.md.

    python3 examples/bots/online_bot.py http://localhost:8080/m/ID/join/SECRET
"""
import http.cookiejar, json, random, sys, time, urllib.error, urllib.parse, urllib.request

# The first answer sets a cookie, by which the server knows us from then on.
browser = urllib.request.build_opener(
    urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))

def ask(url, body=None):
    try:
        with browser.open(url, body and json.dumps(body).encode(), timeout=60) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refusal:
        if refusal.code == 429:  # Too many requests: wait for as long as the server says.
            time.sleep(int(refusal.headers["Retry-After"]))
            return ask(url, body)
        if refusal.code != 409:  # 409: something has happened meanwhile.
            sys.exit(refusal.read().decode())

def choose(match, shown):
    if shown["moves"]:
        return random.choice(shown["moves"])
    way = shown["next"]  # Too many to list: the move is put together pick by pick.
    while not way["step"]:
        picks = urllib.parse.quote(";".join(way["picked"] + [random.choice(way["can"])]))
        way = ask(f"{match}/next?picks={picks}")
    return way["step"]

ask(sys.argv[1])  # Takes the seat.
match = sys.argv[1].replace("/m/", "/api/matches/").split("/join/")[0]
while (shown := ask(match))["result"] is None:
    if shown["your_turn"]:
        ask(f"{match}/moves", {"at": shown["seq"], "step": choose(match, shown)})
    else:  # A line arrives when something happens.
        with browser.open(f"{match}/stream?since={shown['seq']}", timeout=60) as news:
            next((line for line in news if line.strip()), None)
print(shown["result"]["text"])
