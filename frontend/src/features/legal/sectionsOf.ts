export type Section = {
  id: string;
  heading: string;
  /** Markdown without the heading. */
  text: string;
};

/** What stands before the first heading of the second level, and the sections that these begin. */
export function sectionsOf(markdown: string): { intro: string; sections: Section[] } {
  const [intro = '', ...rest] = `\n${markdown}`.split('\n## ');
  const sections = rest.map((section, index) => {
    const [heading = '', ...lines] = section.split('\n');
    return { id: `section-${index + 1}`, heading: heading.trim(), text: lines.join('\n').trim() };
  });
  return { intro: intro.trim(), sections };
}
