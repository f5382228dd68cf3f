import classes from './subscription-premium-panel.module.css';

/** A blurred drawing of a map with a path. It shows no real place and no device. */
export function SubscriptionPremiumPicture() {
  return (
    <svg
      className={classes.picture}
      viewBox="0 0 1200 600"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <rect width="1200" height="600" className={classes.land} />
      <path className={classes.water} d="M0 470C170 420 260 540 430 520S760 430 880 490 1090 560 1200 500V600H0z" />
      <path className={classes.water} d="M980 0C960 70 1030 120 1010 190S1120 260 1200 240V0z" />
      <path className={classes.park} d="M120 90h190v130H150zM640 260h150l40 110H660z" />
      <path
        className={classes.street}
        d="M0 250C220 230 380 270 560 240S900 190 1200 330M90 0C130 150 60 320 150 460M360 0C340 180 420 300 390 510M600 0C620 140 560 300 610 480M850 0C830 170 900 330 860 480M0 120C300 100 560 140 960 80M0 380C260 350 520 400 1200 420"
      />
      <path
        className={classes.path}
        d="M145 440C90 330 120 270 210 245S330 262 376 250C400 180 350 130 480 118S610 160 590 240C730 215 800 205 880 262"
      />
      <circle className={classes.dot} cx="880" cy="262" r="15" />
    </svg>
  );
}
