// The landing page that strangers get as a file. Everything to see is in the HTML; this adds the banner, and fetches the
// portal ahead when somebody is about to enter it.
import './ui/fonts.css';
import './landing.css';
import './ui/layout/logo.module.css';
import './features/recent-updates/recent-updates-banner.module.css';
import './pages/public/landing/landing.module.css';
import './pages/public/landing/landing-points.module.css';
import './pages/public/landing/landing-consent.module.css';
import './pages/public/landing/landing-sample.module.css';
import { startBanner } from './features/recent-updates/recent-updates-announce.ts';
import { prefetchPortalOnIntent } from './lib/http/prefetch-portal.ts';

startBanner(document);
prefetchPortalOnIntent(document);
