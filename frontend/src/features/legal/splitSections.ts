export type Section = {
  id: string;
  heading: string;
  /** Markdown without the heading. */
  text: string;
};

/** Splits at headings of the second level; the text before the first one is the introduction. */
export function splitSections(markdown: string): { intro: string; sections: Section[] } {
  const [intro = '', ...rest] = `\n${markdown}`.split('\n## ');
  const sections = rest.map((section, index) => {
    const [heading = '', ...lines] = section.split('\n');
    return { id: `section-${index + 1}`, heading: heading.trim(), text: lines.join('\n').trim() };
  });
  return { intro: intro.trim(), sections };
}
