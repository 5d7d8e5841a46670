/** Lower case without accents, for comparing and searching: "Yıldız Coöp" → "yildiz coop". The database's `folded` does the same. */
export const foldText = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll("ı", "i")
    .replaceAll("ß", "ss")
    .replaceAll("ø", "o")
    .replaceAll("æ", "ae")
    .replaceAll("ł", "l");

/** Whether a text holds what is searched for, whatever the case and accents of either; every text holds nothing. */
export const holdsText = (text: string, sought: string): boolean => foldText(text).includes(foldText(sought.trim()));
