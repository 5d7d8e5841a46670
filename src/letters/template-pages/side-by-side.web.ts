/** How many languages of a template stand beside each other, kept in this browser as the density of lists is. */
import { useLocalStorage, useMediaQuery } from "@mantine/hooks";

export const arrangements = ["one", "two", "four"] as const;
export type Arrangement = (typeof arrangements)[number];

/** What was chosen or kept; what is stored is never trusted. */
export const arrangementOf = (kept: string | undefined): Arrangement =>
  arrangements.find((each) => each === kept) ?? "one";

/** Below this there is no room for a second language. */
const roomForTwo = "(min-width: 960px)";

interface Arranged {
  /** What was chosen; one language where there is no room to choose. */
  readonly shown: Arrangement;
  readonly hasRoom: boolean;
  readonly choose: (next: Arrangement) => void;
}

export function useArrangement(): Arranged {
  const [chosen, choose] = useLocalStorage<Arrangement>({
    key: "vorder.templateLanguages",
    defaultValue: "one",
    getInitialValueInEffect: false,
    serialize: (one) => one,
    deserialize: arrangementOf,
  });
  const hasRoom = useMediaQuery(roomForTwo, true, { getInitialValueInEffect: false });
  return { shown: hasRoom ? chosen : "one", hasRoom, choose };
}
