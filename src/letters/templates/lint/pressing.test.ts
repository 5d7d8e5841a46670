import { describe, expect, test } from "vitest";
import { pressingWords } from "./pressing.ts";

describe("a text that demands payment", () => {
  test.each([
    ["Betaal vandaag nog.", ["Betaal"]],
    ["U moet het hele bedrag alsnog betalen.", ["moet het hele bedrag alsnog betalen"]],
    ["Anders komt de deurwaarder en leggen wij beslag op uw loon.", ["deurwaarder", "beslag"]],
    ["Wij verwachten het geld binnen 5 dagen.", ["binnen 5 dagen"]],
    ["Please pay at once.", ["Please pay"]],
    ["You have to transfer or pay it soon.", ["have to transfer or pay"]],
    ["Payez avant lundi, sinon l’huissier passera.", ["Payez", "huissier"]],
    ["Vous devez encore régler 100 €.", ["devez encore régler"]],
    ["Zahlen Sie bitte spätestens am Montag.", ["Zahlen Sie", "spätestens"]],
  ])("demands payment: %s", (text, words) => {
    expect(pressingWords(text)).toEqual(words);
  });

  test.each([
    "Dank voor uw brief. Wij zoeken het uit en laten van ons horen.",
    "Wij hebben uw betaling van € 50,00 ontvangen. Dank u wel.",
    "U hoeft nu niets te doen.",
    "We received your payment and your letter.",
    "Nous avons bien reçu votre paiement.",
    "Wir haben Ihre Zahlung erhalten.",
  ])("does not demand payment: %s", (text) => {
    expect(pressingWords(text)).toEqual([]);
  });
});
