/** The initial text. German in every language, because its readers look for a room in Germany. */
export const tenantTemplate = `Bei uns wohnen zurzeit [Anzahl] Personen ([Geschlecht, z. B. zwei Frauen, ein Mann]) im Alter von [Alter] bis [Alter] Jahren.
Wir sprechen [Sprachen, z. B. Deutsch und Englisch].

Wir suchen [Anzahl] Mitbewohner:in(nen) im Alter von [Alter] bis [Alter] Jahren.
Geschlecht: [z. B. egal].
Sprachen: [z. B. Deutsch oder Englisch].`;
