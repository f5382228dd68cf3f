import { IconShieldCheck } from '@tabler/icons-react';
import { landingTexts } from '@trace/contract/auth/auth.landing.texts';
import classes from './landing-consent.module.css';

/** Explains in three steps how a device reaches its user and that the user decides about the location. */
export function LandingConsent() {
  return (
    <section className={classes.consent} aria-labelledby="landing-consent">
      <div>
        <h2 id="landing-consent">{landingTexts.consentTitle}</h2>
        <p className={classes.text}>{landingTexts.consentText}</p>
        <p className={classes.logged}>
          <IconShieldCheck size={20} aria-hidden="true" />
          {landingTexts.consentLogged}
        </p>
      </div>
      <div>
        <h2>{landingTexts.stepsTitle}</h2>
        <ol className={classes.steps}>
          {landingTexts.steps.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
