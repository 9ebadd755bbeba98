import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import Markdown, { type Components } from 'react-markdown';
import { Link } from 'react-router-dom';
import { isPath } from '../../ui/link/isPath';
import { NewTabLink } from '../../ui/link/NewTabLink';
import { useMedia } from '../../theme/useMedia';
import styles from './LegalPage.module.css';
import { splitSections } from './splitSections';

/** The text of a page with a table of contents, closed on phones. HTML in it is shown as text. */
export function LegalText({ markdown }: { markdown: string }) {
  const { t } = useTranslation('legal');
  const { intro, sections } = splitSections(markdown);
  const isWide = useMedia('(min-width: 1024px)');
  useEffect(() => {
    // The browser looked for the section of the address before the text was rendered.
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  const contents = (
    <ol>
      {sections.map(({ id, heading }) => (
        <li key={id}>
          <a href={`#${id}`}>{heading}</a>
        </li>
      ))}
    </ol>
  );
  return (
    <>
      <nav className={styles.contents} aria-label={t('contents')}>
        {isWide ? (
          <>
            <p className={styles.contentsTitle}>{t('contents')}</p>
            {contents}
          </>
        ) : (
          <details>
            <summary className={styles.contentsTitle}>{t('contents')}</summary>
            {contents}
          </details>
        )}
      </nav>
      <article className={styles.surface}>
        <div className={styles.text}>
          <Markdown components={components}>{intro}</Markdown>
          {sections.map(({ id, heading, text }) => (
            <section key={id} aria-labelledby={id}>
              <h2 id={id}>{heading}</h2>
              <Markdown components={components}>{text}</Markdown>
            </section>
          ))}
        </div>
      </article>
    </>
  );
}

const components: Components = {
  a: ({ href = '', children }) => <TextLink href={href}>{children}</TextLink>,
};

function TextLink({ href, children }: { href: string; children: ReactNode }) {
  const { t } = useTranslation('legal');
  if (isPath(href)) return <Link to={href}>{children}</Link>;
  if (href.startsWith('mailto:')) return <a href={href}>{children}</a>;
  return (
    <NewTabLink href={href} hint={t('newTab')}>
      {children}
    </NewTabLink>
  );
}
