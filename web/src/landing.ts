// The landing page that visitors get as a file. The HTML has all visible content. This script adds the banner and
// prefetches the portal when a visitor is about to open the portal.
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
