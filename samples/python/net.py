"""A small network in plain numpy: a policy and a value, learnt by Adam."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


class Net:
    """Windows of the board, a hidden layer, and two heads: logits of actions, and a value.

    With ``window`` = k every k x k cells of the board go through the same ``channels`` features,
    as in a convolution. Without it the hidden layer sees the board itself.
    """

    def __init__(
        self, shape: tuple[int, ...], actions: int, window: int = 0, channels: int = 64,
        hidden: int = 128, seed: int = 0, rate: float = 2e-3,
    ) -> None:  # fmt: skip
        rng = np.random.default_rng(seed)
        planes, rows, columns = shape
        self.rate, self.steps, self.places = rate, 0, None
        size = planes * rows * columns
        self.weights: dict[str, Array] = {}

        def layer(name: str, inputs: int, outputs: int, scale: float) -> None:
            self.weights[name] = rng.normal(size=(inputs, outputs)) * scale / np.sqrt(inputs)
            self.weights[name + "+"] = np.zeros(outputs)

        if window:
            cells = np.arange(size).reshape(shape)
            view = np.lib.stride_tricks.sliding_window_view(cells, (window, window), axis=(1, 2))
            self.places = view.transpose(1, 2, 0, 3, 4).reshape(-1, planes * window**2)
            layer("window", self.places.shape[1], channels, 1.4)
            size = self.places.shape[0] * channels
        layer("hidden", size, hidden, 1.4)
        layer("policy", hidden, actions, 0.1)
        layer("value", hidden, 1, 0.1)
        self.weights = {k: w.astype(np.float32) for k, w in self.weights.items()}
        self.moments = {k: (np.zeros_like(w), np.zeros_like(w)) for k, w in self.weights.items()}

    def judge(self, boards: Array) -> tuple[Array, Array]:
        """Return logits [N, A] and values [N] of boards [N, P, R, C]."""
        w = self.weights
        x = boards.reshape(len(boards), -1).astype(np.float32)
        first = None
        if self.places is not None:
            x = x.take(self.places, 1).reshape(-1, self.places.shape[1])
            first = self._layer(x, "window")
        inner = x if first is None else first.reshape(len(boards), -1)
        hidden = self._layer(inner, "hidden")
        self.seen = x, first, inner, hidden
        return (
            hidden @ w["policy"] + w["policy+"],
            (hidden @ w["value"] + w["value+"])[:, 0],
        )

    def _layer(self, x: Array, name: str) -> Array:
        out = x @ self.weights[name]
        out += self.weights[name + "+"]
        return np.maximum(out, 0, out=out)

    def learn(self, by_logits: Array, by_values: Array) -> None:
        """Go a step down: the gradients are of the mean loss of the boards judged last."""
        w = self.weights
        x, first, inner, hidden = self.seen
        policy, value = by_logits.astype(np.float32), by_values.astype(np.float32)[:, None]
        back = (policy @ w["policy"].T + value @ w["value"].T) * (hidden > 0)
        slopes = {
            "policy": hidden.T @ policy, "policy+": policy.sum(0),
            "value": hidden.T @ value, "value+": value.sum(0),
            "hidden": inner.T @ back, "hidden+": back.sum(0),
        }  # fmt: skip
        if first is not None:
            back = (back @ w["hidden"].T).reshape(first.shape) * (first > 0)
            slopes |= {"window": x.T @ back, "window+": back.sum(0)}
        self._descend(slopes)

    def _descend(self, slopes: dict[str, Array]) -> None:
        norm = np.sqrt(sum(float((s * s).sum()) for s in slopes.values()))
        shrink = min(1.0, 1.0 / (norm + 1e-9))
        self.steps += 1
        near, far = 1 - 0.9**self.steps, 1 - 0.999**self.steps
        for name, slope in slopes.items():
            mean, square = self.moments[name]
            mean += 0.1 * (slope * shrink - mean)
            square += 0.001 * ((slope * shrink) ** 2 - square)
            self.weights[name] -= self.rate * (mean / near) / (np.sqrt(square / far) + 1e-5)


def policy_of(logits: Array, masks: Array | None = None) -> Array:
    """Return probabilities of logits [N, A]; those of actions that masks [N, A] forbid are 0."""
    if masks is not None:
        logits = np.where(masks != 0, logits, -1e9)
    shares = np.exp(logits - logits.max(1, keepdims=True))
    return shares / shares.sum(1, keepdims=True)


def drawn(policy: Array, rng: np.random.Generator) -> Array:
    """Draw an action of each row of a policy."""
    below = rng.random((len(policy), 1)) * policy.sum(1, keepdims=True)
    return (policy.cumsum(1) <= below).sum(1).clip(max=policy.shape[1] - 1).astype(np.int32)
