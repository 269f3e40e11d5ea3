"""The network of net.py in torch: the same layers, first weights and steps, with its slopes."""

from __future__ import annotations

import net
import torch
from torch.nn import functional

torch.set_num_threads(1)  # many small products: one thread is faster


class Net:
    """Used as net.Net is: `judge` boards, then `learn` from the slopes of what it said of them."""

    def __init__(
        self, shape: tuple[int, ...], actions: int, hidden: int = 128, seed: int = 0,
        rate: float = 2e-3,
    ) -> None:  # fmt: skip
        first = net.Net(shape, actions, hidden=hidden, seed=seed).weights
        self.weights = {k: torch.from_numpy(w).requires_grad_() for k, w in first.items()}
        self.adam = torch.optim.Adam(self.weights.values(), lr=rate, eps=1e-5)

    def judge(self, boards: net.Array) -> tuple[net.Array, net.Array]:
        """Return logits [N, A] and values [N] of boards [N, P, R, C]."""
        w = self.weights
        x = torch.from_numpy(boards.reshape(len(boards), -1)).float()
        hidden = functional.relu(x @ w["hidden"] + w["hidden+"])
        logits = hidden @ w["policy"] + w["policy+"]
        values = (hidden @ w["value"] + w["value+"])[:, 0]
        self.said = logits, values
        return logits.detach().numpy(), values.detach().numpy()

    def learn(self, by_logits: net.Array, by_values: net.Array) -> None:
        """Go a step down: the gradients are of the mean loss of the boards judged last."""
        slopes = [torch.from_numpy(slope).float() for slope in (by_logits, by_values)]
        self.adam.zero_grad()
        torch.autograd.backward(self.said, slopes)
        torch.nn.utils.clip_grad_norm_(self.weights.values(), 1.0)
        self.adam.step()
