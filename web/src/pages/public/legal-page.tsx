import { paths } from '#lib/paths.ts';
import { Logo } from '#ui/layout/logo.tsx';
import { usePageTitle } from '#ui/layout/page-title.tsx';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { legalTexts, type LegalDocument, type LegalPart } from '@trace/contract/accounts/accounts.terms.texts';
import classes from './legal-page.module.css';

interface LegalPageProps {
  document: LegalDocument;
  /** The link to the other document (terms or privacy). */
  other: { to: typeof paths.terms | typeof paths.privacy; name: string };
}

/** A document to read or print, with numbered sections and a table of contents. */
export function LegalPage({ document: { title, intro, updated, sections }, other }: LegalPageProps) {
  const heading = usePageTitle(title);
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Logo sizePx={28} />
        <Link to={paths.landing} className={classes.back}>
          <IconArrowLeft size={18} aria-hidden="true" />
          {legalTexts.back}
        </Link>
      </header>
      <div className={classes.columns}>
        <nav className={classes.contents} aria-label={legalTexts.contents}>
          <p>{legalTexts.contents}</p>
          <ol>
            {sections.map((section) => (
              <li key={section.id}>
                <a href={`#${section.id}`}>{section.title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <main className={classes.text}>
          <h1 {...heading}>{title}</h1>
          <p className={classes.effective}>{legalTexts.effective(updated)}</p>
          <p className={classes.intro}>{intro}</p>
          {sections.map((section) => (
            <section key={section.id} aria-labelledby={section.id}>
              <h2 id={section.id}>{section.title}</h2>
              {section.parts.map((part, index) => (
                <Part key={`${section.id}-${String(index)}`} part={part} />
              ))}
            </section>
          ))}
          <p className={classes.other}>
            <Link to={other.to}>{other.name}</Link>
          </p>
        </main>
      </div>
    </div>
  );
}

function Part({ part }: { part: LegalPart }) {
  if (typeof part === 'string') return <p>{part}</p>;
  if ('rows' in part) {
    return (
      <dl>
        {part.rows.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    );
  }
  return (
    <ul>
      {part.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
