import { SectionCard } from '#ui/layout/section-card.tsx';
import { hubQueueTexts } from '@trace/contract/hub-queue/hub-queue.texts';
import classes from './hub-queue.module.css';

const texts = hubQueueTexts.overview;

/** PANIC-01: how the panic system works, its features, and the flow from the button to the response. */
export function HubQueueOverview() {
  return (
    <SectionCard title={texts.title}>
      <div className={classes.result}>
        <ol className={classes.list}>
          {texts.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <h3 className={classes.sub}>{texts.featuresTitle}</h3>
        <ul className={classes.list}>
          {texts.features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
        <h3 className={classes.sub}>{texts.flowTitle}</h3>
        <ol className={classes.flow}>
          {texts.flow.map((station) => (
            <li key={station}>{station}</li>
          ))}
        </ol>
      </div>
    </SectionCard>
  );
}
