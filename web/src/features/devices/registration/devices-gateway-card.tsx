import { CardFacts } from '#ui/data/card-facts.tsx';
import { Fact } from '#ui/data/fact.tsx';
import { Card } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { setupTexts } from '@trace/contract/devices/registration/devices.setup.texts';
import classes from './devices-gateway-card.module.css';
import { gatewayAddressQuery } from './devices.register.queries.ts';

const texts = setupTexts.gateway;

/** The address of this installation, for a device in which a person types its server. */
export function DevicesGatewayCard() {
  const { data: address } = useQuery(gatewayAddressQuery);
  if (!address) return null;
  const facts = [
    [texts.host, address.host],
    [texts.port, String(address.port)],
    [texts.security, texts.tls],
  ] as const;
  return (
    <Card component="section" aria-label={texts.title}>
      <h2 className={classes.title}>{texts.title}</h2>
      <p className={classes.text}>{texts.text}</p>
      <CardFacts>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name} className={classes.value}>
            {value}
          </Fact>
        ))}
      </CardFacts>
    </Card>
  );
}
