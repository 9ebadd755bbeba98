//! The last paragraph of a description.

use crate::content::Voice;

pub(crate) const fn of(voice: Voice) -> &'static [&'static str] {
    match voice {
        Voice::Flatmates => &[
            "Schreib uns einfach ein paar Zeilen über dich, dann machen wir einen Termin aus.",
            "Wenn du magst, kannst du vor der Entscheidung gern einmal zum Abendessen kommen.",
            "Besichtigen geht unter der Woche ab 18 Uhr oder am Samstag.",
            "Eine Kaution gibt es, eine Ablöse nicht. Anmelden kannst du dich natürlich.",
            "Wir melden uns bei allen, versprochen – manchmal dauert es zwei Tage.",
            "Bring Fragen mit, wir haben auch welche.",
        ],
        Voice::Owner => &[
            "Bitte schreiben Sie in Ihrer Bewerbung kurz, was Sie studieren und ab wann Sie einziehen möchten.",
            "Die Besichtigung ist nach Absprache auch am Wochenende möglich.",
            "Wir legen Wert auf ein freundliches Miteinander und freuen uns auf Ihre Nachricht.",
            "Rauchen bitte nur draußen. Alles andere besprechen wir am besten persönlich.",
            "Die Mindestmietdauer beträgt ein Jahr; wer länger bleibt, ist uns umso lieber.",
            "Den Mietvertrag schließen Sie direkt mit mir, ohne Makler und ohne Provision.",
        ],
        Voice::Agency => &[
            "Für die Bewerbung genügen die Angaben im Portal. Nachweise fordern wir erst bei Vertragsabschluss an.",
            "Die Besichtigungen finden jeweils dienstags und donnerstags statt.",
            "Es gilt eine Kündigungsfrist von drei Monaten, die Mindestmietzeit beträgt ein Semester.",
            "Die Vermietung erfolgt provisionsfrei. Haustiere und Untervermietung bedürfen der Zustimmung.",
            "Nebenkosten werden einmal jährlich nach Verbrauch abgerechnet.",
            "Der Mietbeginn ist flexibel, frühestens jedoch zum nächsten Monatsersten.",
        ],
    }
}
