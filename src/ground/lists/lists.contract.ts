/** The screens of the lists of settings (specification, point 2). Their calls follow from the declarations (list.contract.ts). */
import { type Screen, screen } from "../kernel/contract.ts";
import { keysOf, mapRecord } from "../kernel/records.ts";
import { type ListName, listPlaces, placeOf } from "./catalogue/routes.ts";

const screenOf = (name: ListName): Screen => {
  const { path, who } = placeOf(name);
  return screen({ path, who, title: `lists.${name}.title` });
};

const autoreply = listPlaces["autoreply-label"];

export const addAutoreply = screen({
  path: `${autoreply.path}/add`,
  who: autoreply.mayEdit,
  title: "lists.autoreply-label.addTitle",
});
export const showAutoreply = screen({
  path: `${autoreply.path}/{id}`,
  who: autoreply.who,
  title: "lists.autoreply-label.one",
});
export const editAutoreply = screen({
  path: `${autoreply.path}/{id}/edit`,
  who: autoreply.mayEdit,
  title: "lists.autoreply-label.editTitle",
});

export const listNames: readonly ListName[] = keysOf(listPlaces);

/** The screen of each list, by its name. */
export const listScreens: Readonly<Record<ListName, Screen>> = mapRecord(listPlaces, (_place, name) => screenOf(name));
