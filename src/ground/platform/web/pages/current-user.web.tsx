/** Who is sitting here, and what that person may. The server decides; this only keeps from people what would be refused. */
import { createContext, type ReactNode, useContext } from "react";
import { type Access, allows, holds, type Role } from "../../../kernel/access.ts";
import { defaultLanguage, type Language } from "../../../kernel/texts.ts";

export interface Me {
  readonly loggedIn: boolean;
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly acl: readonly string[];
  /** Of the screens and of the mails to this person, as the server has it. */
  readonly lang: Language;
  /** Who is really at the keyboard while acting as somebody else. */
  readonly previous: { readonly id: number; readonly username: string } | null;
}

export const guest: Me = {
  loggedIn: false,
  id: 0,
  username: "",
  name: "",
  acl: [],
  lang: defaultLanguage,
  previous: null,
};

const MeContext = createContext<Me>(guest);

export const MeProvider = (props: { me: Me; children: ReactNode }): ReactNode => (
  <MeContext.Provider value={props.me}>{props.children}</MeContext.Provider>
);

/** The person at the screen; `loggedIn` is false for a guest. */
export const useMe = (): Me => useContext(MeContext);

/** Whether the person holds a role ("*" holds all). */
export const useHolds = (role: Role): boolean => holds(useMe().acl, role);

/** Whether the person passes the guard of a call or a screen: `useMay(deleteMerchant)`. */
export function useMay(declared: { readonly who: Access }): boolean {
  const me = useMe();
  return allows(declared.who, me.acl, me.loggedIn);
}

/** Shows its children to those who pass the guard: `<Guard who={deleteMerchant.who}>`. */
export function Guard(props: { who: Access; otherwise?: ReactNode; children: ReactNode }): ReactNode {
  const me = useMe();
  return allows(props.who, me.acl, me.loggedIn) ? props.children : (props.otherwise ?? null);
}
