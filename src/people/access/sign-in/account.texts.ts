/** Texts of one's own account: where one is logged in, and getting in while others guess. */
import { moduleTexts } from "../../../ground/kernel/texts.ts";

export const accountTexts = moduleTexts("account", {
  nl: {
    accountTitle: "Mijn account en beveiliging",
    sessionsTitle: "Waar u bent ingelogd",
    sessionsIntro: "Ziet u iets wat u niet kent? Log daar uit en wijzig uw wachtwoord.",
    sessionHere: "dit apparaat",
    sessionActing: "werkt als iemand anders",
    sessionUnknown: "Onbekend apparaat",
    sessionFrom: "%ip%, sinds %start%",
    sessionSeen: "Laatst gebruikt: %at%",
    sessionEnd: "Uitloggen",
    sessionEndOthers: "Overal elders uitloggen",
    sessionsEnded: "Daar bent u nu uitgelogd.",
    knowTitle: "Uw wachtwoord nog bekend?",
    knowIntro:
      "Dan hoeft u geen nieuw te kiezen. Met deze link kunt u in deze browser inloggen, ook als iemand anders te vaak heeft geprobeerd in te loggen.",
    knowButton: "Inloggen met mijn huidige wachtwoord",
  },
  en: {
    accountTitle: "My account and security",
    sessionsTitle: "Where you are logged in",
    sessionsIntro: "Do you see anything you do not know? Log out there and change your password.",
    sessionHere: "this device",
    sessionActing: "acting as somebody else",
    sessionUnknown: "Unknown device",
    sessionFrom: "%ip%, since %start%",
    sessionSeen: "Last used: %at%",
    sessionEnd: "Log out",
    sessionEndOthers: "Log out everywhere else",
    sessionsEnded: "You are now logged out there.",
    knowTitle: "Do you still know your password?",
    knowIntro:
      "Then you need not choose a new one. With this link you can log in in this browser, even if somebody else tried to log in too often.",
    knowButton: "Log in with my present password",
  },
  fr: {
    accountTitle: "Mon compte et sécurité",
    sessionsTitle: "Où vous êtes connecté",
    sessionsIntro:
      "Vous voyez quelque chose que vous ne connaissez pas ? Déconnectez-vous là-bas et changez votre mot de passe.",
    sessionHere: "cet appareil",
    sessionActing: "agit en tant que quelqu’un d’autre",
    sessionUnknown: "Appareil inconnu",
    sessionFrom: "%ip%, depuis %start%",
    sessionSeen: "Dernière utilisation : %at%",
    sessionEnd: "Déconnecter",
    sessionEndOthers: "Déconnecter partout ailleurs",
    sessionsEnded: "Vous y êtes maintenant déconnecté.",
    knowTitle: "Vous connaissez encore votre mot de passe ?",
    knowIntro:
      "Alors vous n’avez pas besoin d’en choisir un nouveau. Avec ce lien, vous pouvez vous connecter dans ce navigateur, même si quelqu’un d’autre a essayé trop souvent.",
    knowButton: "Me connecter avec mon mot de passe actuel",
  },
  de: {
    accountTitle: "Mein Konto und Sicherheit",
    sessionsTitle: "Wo Sie angemeldet sind",
    sessionsIntro: "Sehen Sie etwas, das Sie nicht kennen? Melden Sie sich dort ab und ändern Sie Ihr Passwort.",
    sessionHere: "dieses Gerät",
    sessionActing: "handelt als jemand anderes",
    sessionUnknown: "Unbekanntes Gerät",
    sessionFrom: "%ip%, seit %start%",
    sessionSeen: "Zuletzt genutzt: %at%",
    sessionEnd: "Abmelden",
    sessionEndOthers: "Überall sonst abmelden",
    sessionsEnded: "Dort sind Sie jetzt abgemeldet.",
    knowTitle: "Kennen Sie Ihr Passwort noch?",
    knowIntro:
      "Dann müssen Sie kein neues wählen. Mit diesem Link können Sie sich in diesem Browser anmelden, auch wenn jemand anderes es zu oft versucht hat.",
    knowButton: "Mit meinem jetzigen Passwort anmelden",
  },
});
