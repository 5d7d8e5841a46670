/** Texts of the second factor: signing in with it, having one, and for whom it is required. */
import { rowTexts } from "../../../ground/kernel/texts.ts";
import { accountMailTexts } from "./account-mail.texts.ts";
import { factorScreenTexts } from "./factor-screen.texts.ts";

export const factorTexts = rowTexts("factor", {
  ...accountMailTexts,
  ...factorScreenTexts,
  errorBeginAgain: [
    "Het inloggen duurde te lang of is al afgerond. Begin opnieuw.",
    "Logging in took too long or has ended already. Begin again.",
    "La connexion a pris trop de temps ou est déjà terminée. Recommencez.",
    "Die Anmeldung hat zu lange gedauert oder ist schon beendet. Beginnen Sie neu.",
  ],
  errorCode: [
    "Deze code klopt niet of is al gebruikt. Neem de code die de app nu toont.",
    "This code is wrong or was used already. Take the one that the app shows now.",
    "Ce code est incorrect ou a déjà été utilisé. Prenez celui que l’application affiche maintenant.",
    "Dieser Code ist falsch oder wurde schon benutzt. Nehmen Sie den, den die App jetzt zeigt.",
  ],
  errorRecovery: [
    "Deze herstelcode klopt niet of is al gebruikt.",
    "This recovery code is wrong or was used already.",
    "Ce code de secours est incorrect ou a déjà été utilisé.",
    "Dieser Wiederherstellungscode ist falsch oder wurde schon benutzt.",
  ],
  errorTooMany: [
    "Er is te vaak een verkeerde code ingevuld. Probeer het over een uur opnieuw, of gebruik een passkey.",
    "Too many wrong codes were entered. Try again in an hour, or use a passkey.",
    "Trop de codes incorrects ont été saisis. Réessayez dans une heure ou utilisez une clé d’accès.",
    "Es wurden zu viele falsche Codes eingegeben. Versuchen Sie es in einer Stunde erneut oder nutzen Sie einen Passkey.",
  ],
  errorPasskey: [
    "Deze passkey is niet geaccepteerd. Probeer het opnieuw.",
    "This passkey was not accepted. Please try again.",
    "Cette clé d’accès n’a pas été acceptée. Veuillez réessayer.",
    "Dieser Passkey wurde nicht angenommen. Bitte versuchen Sie es erneut.",
  ],
  errorCopied: [
    "Deze passkey is elders vaker gebruikt dan hier en kan gekopieerd zijn. Hij is geweigerd; meld dit aan een beheerder.",
    "This passkey was used elsewhere more often than here and may have been copied. It was refused; tell an administrator.",
    "Cette clé d’accès a été utilisée ailleurs plus souvent qu’ici et a peut-être été copiée. Elle a été refusée ; prévenez un administrateur.",
    "Dieser Passkey wurde anderswo öfter benutzt als hier und kann kopiert sein. Er wurde abgelehnt; melden Sie das einem Administrator.",
  ],
  errorProveAgain: [
    "Bevestig eerst opnieuw dat u het bent.",
    "Confirm first once more that it is you.",
    "Confirmez d’abord à nouveau que c’est bien vous.",
    "Bestätigen Sie zuerst noch einmal, dass Sie es sind.",
  ],
  errorMost: [
    "U kunt er niet meer dan %most% hebben. Verwijder er eerst een.",
    "You cannot have more than %most%. Remove one first.",
    "Vous ne pouvez pas en avoir plus de %most%. Supprimez-en d’abord une.",
    "Mehr als %most% sind nicht möglich. Entfernen Sie zuerst einen.",
  ],
  errorNeeded: [
    "Voor uw account is een tweede stap verplicht. Voeg eerst een andere toe.",
    "Your account must have a second step. Add another one first.",
    "Une seconde étape est obligatoire pour votre compte. Ajoutez-en d’abord une autre.",
    "Für Ihr Konto ist ein zweiter Schritt Pflicht. Fügen Sie zuerst einen anderen hinzu.",
  ],
  errorNoFactor: [
    "Voeg eerst een app of passkey toe.",
    "Add an app or a passkey first.",
    "Ajoutez d’abord une application ou une clé d’accès.",
    "Fügen Sie zuerst eine App oder einen Passkey hinzu.",
  ],
  errorOwnFactors: [
    "Uw eigen tweede stap beheert u onder “Mijn account en beveiliging”.",
    "You manage your own second step under “My account and security”.",
    "Vous gérez votre propre seconde étape sous « Mon compte et sécurité ».",
    "Ihren eigenen zweiten Schritt verwalten Sie unter „Mein Konto und Sicherheit“.",
  ],
  errorRule: [
    "Over %role% mag u dit niet beslissen, omdat u die rol zelf niet heeft.",
    "You may not decide this for %role%, because you do not hold it yourself.",
    "Vous ne pouvez pas en décider pour %role%, car vous ne l’avez pas vous-même.",
    "Für %role% dürfen Sie das nicht entscheiden, weil Sie die Rolle selbst nicht haben.",
  ],
  errorSwitch: [
    "Voor deze gebruiker is een tweede stap verplicht. Log eerst zelf in met een tweede stap.",
    "A second step is required for this user. Log in with a second step of your own first.",
    "Une seconde étape est obligatoire pour cet utilisateur. Connectez-vous d’abord vous-même avec une seconde étape.",
    "Für diesen Benutzer ist ein zweiter Schritt Pflicht. Melden Sie sich zuerst selbst mit einem zweiten Schritt an.",
  ],
});
