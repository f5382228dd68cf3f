import { renderToStaticMarkup } from 'react-dom/server';
import { LandingMarkup, type LandingLinkProps } from './landing-markup.tsx';

/** Renders the landing page to HTML for the build, with plain links. */
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
