import { Logo } from '#ui/layout/logo.tsx';
import { IconBolt, IconPlugConnected, IconUserHeart } from '@tabler/icons-react';
import { authTexts } from '@trace/contract/auth/auth.texts';
import coast from './auth-promise-coast.svg';
import classes from './auth-promise.module.css';

const icons = [IconPlugConnected, IconBolt, IconUserHeart];

/** The product's promise, beside the form. A phone shows only the logo. */
export function AuthPromise() {
  return (
    <aside className={classes.promise} aria-label={authTexts.promise}>
      <img src={coast} alt="" className={classes.coast} />
      <div className={classes.words}>
        <Logo sizePx={34} on="petrol" />
        <p className={classes.line}>{authTexts.promise}</p>
        <ul className={classes.points}>
          {authTexts.promisePoints.map((point, index) => (
            <PromisePoint key={point} icon={icons[index] ?? IconBolt} text={point} />
          ))}
        </ul>
      </div>
    </aside>
  );
}

function PromisePoint({ icon: Icon, text }: { icon: typeof IconBolt; text: string }) {
  return (
    <li>
      <span className={classes.icon}>
        <Icon size={20} stroke={1.7} aria-hidden="true" />
      </span>
      {text}
    </li>
  );
}
