import { startBanner } from '#features/recent-updates/recent-updates-announce.ts';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { landingTexts } from '@trace/contract/auth/auth.landing.texts';
import { memo, useEffect, useRef } from 'react';
import { LandingMarkup, type LandingLinkProps } from './landing-markup.tsx';

/** The landing page inside the running portal, for example after signing out or when a visitor returns to the page. */
export default function Landing() {
  const place = useRef<HTMLDivElement>(null);
  useDocumentTitle(landingTexts.product);
  useEffect(() => (place.current ? startBanner(place.current) : undefined), []);
  return (
    <div ref={place}>
      <StillMarkup />
    </div>
  );
}

/** Rendered only once, because `startBanner` writes the banner text into this DOM. */
const StillMarkup = memo(function StillMarkup() {
  return <LandingMarkup link={RouterLink} />;
});

function RouterLink({ to, type, className, children }: LandingLinkProps) {
  return (
    <Link to={to} {...(type && { search: { type } })} className={className}>
      {children}
    </Link>
  );
}
