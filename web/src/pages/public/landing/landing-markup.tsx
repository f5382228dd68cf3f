import { RecentUpdatesBanner } from '#features/recent-updates/recent-updates-banner.tsx';
import { paths } from '#lib/paths.ts';
import { LogoMark } from '#ui/layout/logo.tsx';
import { landingTexts } from '@trace/contract/auth/auth.landing.texts';
import type { Role } from '@trace/contract/kernel/roles';
import type { ReactNode } from 'react';
import { LandingConsent } from './landing-consent.tsx';
import { LandingPoints } from './landing-points.tsx';
import { LandingSample } from './landing-sample.tsx';
import classes from './landing.module.css';
import map from './landing-map.svg?raw';

/** A link from the landing page into the portal: a router link inside the portal, otherwise a plain link. */
export interface LandingLinkProps {
  to: typeof paths.signIn | typeof paths.signUp | typeof paths.supportLogin | typeof paths.terms | typeof paths.privacy;
  type?: Exclude<Role, 'staff'>;
  className: string | undefined;
  children: ReactNode;
}

export type LandingLink = (props: LandingLinkProps) => ReactNode;

/**
 * The landing page (LAND-01). Uses no kit components and no state, because the build renders a static page from this
 * markup.
 */
export function LandingMarkup({ link: Link }: { link: LandingLink }) {
  return (
    <div className={classes.page}>
      <a href="#content" className={classes.skip}>
        {landingTexts.skip}
      </a>
      <header className={classes.hero}>
        <RecentUpdatesBanner />
        {/* Inlined, because a picture that comes later would be the largest thing to wait for. Our own file. */}
        <div className={classes.map} aria-hidden="true" dangerouslySetInnerHTML={{ __html: map }} />
        <div className={classes.inner}>
          <TopBar link={Link} />
          <div className={classes.pitch}>
            <div>
              <h1 className={classes.headline}>
                {landingTexts.headline[0]} <br />
                {landingTexts.headline[1]}
              </h1>
              <p className={classes.lead}>{landingTexts.lead}</p>
              <nav className={classes.doors} aria-label={landingTexts.start}>
                <Link to={paths.signUp} type="user" className={classes.primary}>
                  {landingTexts.user}
                </Link>
                <Link to={paths.signUp} type="installer" className={classes.outline}>
                  {landingTexts.installer}
                </Link>
              </nav>
            </div>
            <LandingSample />
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className={classes.content}>
        <LandingPoints />
        <LandingConsent />
      </main>
      <LandingFoot link={Link} />
    </div>
  );
}

function TopBar({ link: Link }: { link: LandingLink }) {
  return (
    <div className={classes.bar}>
      <span className={classes.logo}>
        <LogoMark sizePx={28} on="petrol" />
        {landingTexts.product}
      </span>
      <nav className={classes.entrances} aria-label={landingTexts.login}>
        <Link to={paths.supportLogin} className={classes.quiet}>
          {landingTexts.support}
        </Link>
        <Link to={paths.signIn} className={classes.login}>
          {landingTexts.login}
        </Link>
      </nav>
    </div>
  );
}

function LandingFoot({ link: Link }: { link: LandingLink }) {
  return (
    <footer className={classes.foot}>
      <div>
        <span>{landingTexts.product}</span>
        <nav aria-label={landingTexts.legalLabel}>
          <Link to={paths.terms} className={classes.footLink}>
            {landingTexts.terms}
          </Link>
          <Link to={paths.privacy} className={classes.footLink}>
            {landingTexts.privacy}
          </Link>
          <Link to={paths.supportLogin} className={classes.footLink}>
            {landingTexts.support}
          </Link>
        </nav>
      </div>
    </footer>
  );
}
