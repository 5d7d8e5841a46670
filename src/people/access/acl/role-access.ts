/** What roles open: screens and calls, from the declarations themselves. Pure. */
import { type Access, allows, type Role } from "../../../ground/kernel/access.ts";

export interface DeclaredScreen {
  readonly path: string;
  /** Text key. */
  readonly title: string;
  readonly who: Access;
}

export interface DeclaredCall {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly who: Access;
}

/** Every screen and call that there is. */
export interface Declarations {
  readonly screens: readonly DeclaredScreen[];
  readonly calls: readonly DeclaredCall[];
}

/** Something that a role opens; `together` names the further roles that are needed with it. */
export type Opened<D> = D & { readonly together: readonly Role[] };

const openedBy = <D extends { readonly who: Access }>(declared: readonly D[], role: Role): Opened<D>[] =>
  declared.flatMap((one) => {
    const { who } = one;
    if (who.kind === "open" || who.kind === "user" || !who.roles.includes(role)) return [];
    return [{ ...one, together: who.kind === "all" ? who.roles.filter((other) => other !== role) : [] }];
  });

/** The screens and calls whose guard names a role. */
export const opensOf = (declared: Declarations, role: Role) => ({
  screens: openedBy(declared.screens, role),
  calls: openedBy(declared.calls, role),
});

/** What a change of roles opens and shuts. */
export interface Difference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly opened: Declarations;
  readonly shut: Declarations;
}

const gained = <D extends { readonly who: Access }>(
  declared: readonly D[],
  before: readonly string[],
  after: readonly string[],
): D[] => declared.filter(({ who }) => !allows(who, before, true) && allows(who, after, true));

/** What it means to hold `after` instead of `before`: both are all that somebody holds, own and by the group. */
export const differenceOf = (
  declared: Declarations,
  before: readonly string[],
  after: readonly string[],
): Difference => ({
  added: after.filter((role) => !before.includes(role)),
  removed: before.filter((role) => !after.includes(role)),
  opened: {
    screens: gained(declared.screens, before, after),
    calls: gained(declared.calls, before, after),
  },
  shut: { screens: gained(declared.screens, after, before), calls: gained(declared.calls, after, before) },
});
