/** Compact rows by default; comfortable ones by choice, kept in this browser. */
import { useSyncExternalStore } from "react";
import { createStore } from "../http/observable.ts";

export const densities = ["compact", "comfortable"] as const;
export type Density = (typeof densities)[number];

const place = "vorder.density";
const stored = (): Density => densities.find((density) => density === localStorage.getItem(place)) ?? "compact";
const density = createStore<Density>("compact");

export function setDensity(next: Density): void {
  localStorage.setItem(place, next);
  density.set(next);
  document.documentElement.dataset.density = next;
}

export const startDensity = (): void => setDensity(stored());
export const useDensity = (): Density => useSyncExternalStore(density.subscribe, density.get);
