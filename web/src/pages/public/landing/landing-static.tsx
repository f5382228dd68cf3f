import { renderToStaticMarkup } from 'react-dom/server';
import { LandingMarkup, type LandingLinkProps } from './landing-markup.tsx';

/** The landing page as HTML, for the build: every link is a plain one. */
export function renderLanding(): string {
  return renderToStaticMarkup(<LandingMarkup link={PlainLink} />);
}

function PlainLink({ to, type, className, children }: LandingLinkProps) {
  return (
    <a href={type ? `${to}?type=${type}` : to} className={className}>
      {children}
    </a>
  );
}
