/** The texts about mails that come back. */
import type { TextRow } from "../kernel/texts.ts";

export const bounceTexts = {
  groupBounces: ["Teruggekomen e-mail", "Returned e-mail", "E-mails retournés", "Zurückgekommene E-Mails"],
  label_bounceAddress: ["Retouradres", "Return address", "Adresse de retour", "Rücksendeadresse"],
  label_bounceHost: ["IMAP-server", "IMAP server", "Serveur IMAP", "IMAP-Server"],
  label_bouncePort: ["Poort", "Port", "Port", "Port"],
  label_bounceSecurity: ["Beveiliging", "Security", "Sécurité", "Sicherheit"],
  label_bounceUser: ["Gebruikersnaam", "User name", "Nom d’utilisateur", "Benutzername"],
  label_bouncePassword: ["Wachtwoord", "Password", "Mot de passe", "Passwort"],
  label_bounceFolder: ["Map", "Folder", "Dossier de messagerie", "Ordner"],
  hint_bounceAddress: [
    "Een eigen postvak, zoals retour@uwdomein.nl, dat ook retour+…@uwdomein.nl ontvangt. Leeg: e-mail komt terug bij de afzender en niemand leest dat hier.",
    "A mailbox of its own, such as returns@yourdomain.nl, that also receives returns+…@yourdomain.nl. Empty: mail comes back to its sender and nobody reads it here.",
    "Une boîte à part, comme retours@votredomaine.nl, qui reçoit aussi retours+…@votredomaine.nl. Vide : l’e-mail revient à l’expéditeur et personne ne le lit ici.",
    "Ein eigenes Postfach wie retour@ihredomain.nl, das auch retour+…@ihredomain.nl empfängt. Leer: die E-Mail kommt zum Absender zurück und niemand liest sie hier.",
  ],
  hint_bounceSecurity: [
    "TLS voor poort 993, STARTTLS voor poort 143.",
    "TLS for port 993, STARTTLS for port 143.",
    "TLS pour le port 993, STARTTLS pour le port 143.",
    "TLS für Port 993, STARTTLS für Port 143.",
  ],
  hint_bouncePassword: [
    "Wordt nooit getoond en staat nergens in de geschiedenis.",
    "Is never shown and stands nowhere in the history.",
    "N’est jamais affiché et n’apparaît pas dans l’historique.",
    "Wird nie gezeigt und steht nirgends im Verlauf.",
  ],
  hint_bounceFolder: [
    "Er wordt alleen gelezen: niets in het postvak verandert.",
    "It is only read: nothing in the mailbox changes.",
    "La boîte est seulement lue : rien n’y change.",
    "Es wird nur gelesen: im Postfach ändert sich nichts.",
  ],
  errorBounceAddress: [
    "Wat voor de @ staat heeft hoogstens 28 tekens en geen +.",
    "What stands before the @ has at most 28 characters and no +.",
    "La partie avant @ compte au plus 28 caractères et aucun +.",
    "Was vor dem @ steht, hat höchstens 28 Zeichen und kein +.",
  ],
  checkBounces: ["Postvak openen", "Open the mailbox", "Ouvrir la boîte", "Postfach öffnen"],
  checkedBounces: [
    "Postvak van teruggekomen e-mail geopend",
    "Mailbox of returned e-mail opened",
    "Boîte des e-mails retournés ouverte",
    "Postfach der zurückgekommenen E-Mails geöffnet",
  ],
  bounces_works: [
    "Het postvak gaat open: %count% %count|nieuw bericht|nieuwe berichten%. Er wordt elke minuut gelezen.",
    "The mailbox opens: %count% new %count|message|messages%. It is read every minute.",
    "La boîte s’ouvre : %count% %count|nouveau message|nouveaux messages%. Elle est lue chaque minute.",
    "Das Postfach öffnet sich: %count% %count|neue Nachricht|neue Nachrichten%. Es wird jede Minute gelesen.",
  ],
  bounces_noGateway: [
    "Er is geen postvak ingesteld; vul de gegevens in en sla op.",
    "No mailbox is set; fill in the details and save.",
    "Aucune boîte n’est réglée ; renseignez et enregistrez.",
    "Kein Postfach eingestellt; füllen Sie die Angaben aus und speichern Sie.",
  ],
  bounces_refused: [
    "De server kent deze map niet of laat haar niet openen.",
    "The server does not know this folder or does not let it be opened.",
    "Le serveur ne connaît pas ce dossier ou ne permet pas de l’ouvrir.",
    "Der Server kennt diesen Ordner nicht oder lässt ihn nicht öffnen.",
  ],
} as const satisfies Record<string, TextRow>;
