import { recentUpdatesTexts } from '@trace/contract/recent-updates/recent-updates.texts';
import classes from './recent-updates-banner.module.css';

/**
 * The place of the banner. The place keeps its height while empty, so the content below never moves. `startBanner` adds
 * the words, because this markup is also rendered without React.
 */
export function RecentUpdatesBanner() {
  return (
    <div className={classes.place}>
      <section className={classes.banner} aria-label={recentUpdatesTexts.bannerTitle} data-banner hidden>
        <p className={classes.line} data-banner-line>
          <strong>{recentUpdatesTexts.bannerTitle}</strong> <span data-banner-words />
        </p>
        <button type="button" className={classes.all} data-banner-all hidden>
          {recentUpdatesTexts.bannerAll}
        </button>
        <button type="button" className={classes.close} aria-label={recentUpdatesTexts.bannerClose} data-banner-close>
          <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
            <path d="M4 4l10 10M14 4L4 14" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
          </svg>
        </button>
      </section>
    </div>
  );
}
