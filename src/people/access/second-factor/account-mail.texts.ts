/** Texts of the mails about the ways into an account. */
import { rows } from "../../../ground/kernel/texts.ts";

const notYou: readonly [string, string, string, string] = [
  "Was u dit niet? Wijzig dan meteen uw wachtwoord en meld het aan een beheerder.",
  "Was this not you? Then change your password at once and tell an administrator.",
  "Ce n’était pas vous ? Changez alors immédiatement votre mot de passe et prévenez un administrateur.",
  "Waren Sie das nicht? Dann ändern Sie sofort Ihr Passwort und melden Sie es einem Administrator.",
];

export const accountMailTexts = rows({
  mailSubject: [
    "Beveiliging van uw account bij %provider%",
    "Security of your account at %provider%",
    "Sécurité de votre compte chez %provider%",
    "Sicherheit Ihres Kontos bei %provider%",
  ],
  mailText: [
    "Beste %name%,\n\n%what%\n\n%advice%\n\n%provider%",
    "Dear %name%,\n\n%what%\n\n%advice%\n\n%provider%",
    "Bonjour %name%,\n\n%what%\n\n%advice%\n\n%provider%",
    "Guten Tag %name%,\n\n%what%\n\n%advice%\n\n%provider%",
  ],
  mail_added: [
    "Aan uw account %username% is een tweede stap toegevoegd om in te loggen: %factor%.",
    "A second step to log in was added to your account %username%: %factor%.",
    "Une seconde étape de connexion a été ajoutée à votre compte %username% : %factor%.",
    "Zu Ihrem Konto %username% wurde ein zweiter Schritt zum Anmelden hinzugefügt: %factor%.",
  ],
  mailAdvice_added: notYou,
  mail_removed: [
    "Van uw account %username% is een tweede stap om in te loggen verwijderd: %factor%.",
    "A second step to log in was removed from your account %username%: %factor%.",
    "Une seconde étape de connexion a été supprimée de votre compte %username% : %factor%.",
    "Von Ihrem Konto %username% wurde ein zweiter Schritt zum Anmelden entfernt: %factor%.",
  ],
  mailAdvice_removed: notYou,
  mail_removedAll: [
    "Een beheerder heeft de tweede stap van uw account %username% verwijderd, met alle herstelcodes. U logt weer in met uw wachtwoord.",
    "An administrator removed the second step of your account %username%, with all recovery codes. You log in with your password again.",
    "Un administrateur a supprimé la seconde étape de votre compte %username%, avec tous les codes de secours. Vous vous connectez à nouveau avec votre mot de passe.",
    "Ein Administrator hat den zweiten Schritt Ihres Kontos %username% mit allen Wiederherstellungscodes entfernt. Sie melden sich wieder mit Ihrem Passwort an.",
  ],
  mailAdvice_removedAll: [
    "Had u hier niet om gevraagd? Meld het dan aan een beheerder.",
    "Did you not ask for this? Then tell an administrator.",
    "Vous ne l’aviez pas demandé ? Prévenez alors un administrateur.",
    "Haben Sie nicht darum gebeten? Dann melden Sie es einem Administrator.",
  ],
  mail_recovery: [
    "Op uw account %username% is een herstelcode gebruikt. U heeft er nog %left%.",
    "A recovery code was used on your account %username%. You have %left% left.",
    "Un code de secours a été utilisé sur votre compte %username%. Il vous en reste %left%.",
    "Für Ihr Konto %username% wurde ein Wiederherstellungscode benutzt. Sie haben noch %left%.",
  ],
  mailAdvice_recovery: notYou,
  mail_codes: [
    "Voor uw account %username% zijn nieuwe herstelcodes gemaakt. De vorige werken niet meer.",
    "New recovery codes were made for your account %username%. The former ones no longer work.",
    "De nouveaux codes de secours ont été créés pour votre compte %username%. Les précédents ne fonctionnent plus.",
    "Für Ihr Konto %username% wurden neue Wiederherstellungscodes erstellt. Die früheren gelten nicht mehr.",
  ],
  mailAdvice_codes: notYou,
  mail_guessed: [
    "Iemand die het wachtwoord van uw account %username% kent, heeft te vaak een verkeerde code ingevuld. Er is niemand ingelogd.",
    "Somebody who knows the password of your account %username% entered wrong codes too often. Nobody was logged in.",
    "Quelqu’un qui connaît le mot de passe de votre compte %username% a saisi trop de codes incorrects. Personne n’a été connecté.",
    "Jemand, der das Passwort Ihres Kontos %username% kennt, hat zu oft falsche Codes eingegeben. Niemand wurde angemeldet.",
  ],
  mailAdvice_guessed: notYou,
  mail_connected: [
    "Uw account %username% is verbonden met een account bij %issuer%. Daarmee kan nu worden ingelogd.",
    "Your account %username% was connected with an account at %issuer%. It can now be used to log in.",
    "Votre compte %username% a été relié à un compte chez %issuer%. Celui-ci permet désormais de se connecter.",
    "Ihr Konto %username% wurde mit einem Konto bei %issuer% verbunden. Damit kann man sich jetzt anmelden.",
  ],
  mailAdvice_connected: notYou,
  mail_disconnected: [
    "Uw account %username% is losgekoppeld van een account bij %issuer%. Daarmee kan niet meer worden ingelogd.",
    "Your account %username% was disconnected from an account at %issuer%. It can no longer be used to log in.",
    "Votre compte %username% a été dissocié d’un compte chez %issuer%. Celui-ci ne permet plus de se connecter.",
    "Ihr Konto %username% wurde von einem Konto bei %issuer% getrennt. Damit kann man sich nicht mehr anmelden.",
  ],
  mailAdvice_disconnected: notYou,
  mail_password: [
    "Het wachtwoord van uw account %username% is gewijzigd. Waar iemand met dit account was ingelogd, is diegene uitgelogd.",
    "The password of your account %username% was changed. Whoever was logged in with this account has been logged out.",
    "Le mot de passe de votre compte %username% a été modifié. Toute personne connectée avec ce compte a été déconnectée.",
    "Das Passwort Ihres Kontos %username% wurde geändert. Wer mit diesem Konto angemeldet war, wurde abgemeldet.",
  ],
  mailAdvice_password: [
    "Was u dit niet? Kies dan meteen een nieuw wachtwoord via “Wachtwoord vergeten” en meld het aan een beheerder.",
    "Was this not you? Then choose a new password at once with “Forgot your password” and tell an administrator.",
    "Ce n’était pas vous ? Choisissez immédiatement un nouveau mot de passe par « Mot de passe oublié » et prévenez un administrateur.",
    "Waren Sie das nicht? Dann wählen Sie sofort über „Passwort vergessen“ ein neues Passwort und melden Sie es einem Administrator.",
  ],
  mail_address: [
    "Bij uw account %username% is een ander e-mailadres ingevuld. Links om een wachtwoord te kiezen gaan voortaan daarheen.",
    "Another e-mail address was entered for your account %username%. Links to choose a password go there from now on.",
    "Une autre adresse e-mail a été saisie pour votre compte %username%. Les liens pour choisir un mot de passe y sont désormais envoyés.",
    "Für Ihr Konto %username% wurde eine andere E-Mail-Adresse eingetragen. Links zum Wählen eines Passworts gehen künftig dorthin.",
  ],
  mailAdvice_address: [
    "Wist u hier niet van? Meld het dan meteen aan een beheerder.",
    "Did you not know of this? Then tell an administrator at once.",
    "Vous n’étiez pas au courant ? Prévenez alors immédiatement un administrateur.",
    "Wussten Sie nichts davon? Dann melden Sie es sofort einem Administrator.",
  ],
});
