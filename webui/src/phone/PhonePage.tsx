import { useEffect, useMemo } from 'preact/hooks';
import { CodeEntry } from './CodeEntry';
import { Desk } from './desk';
import { DeskView } from './DeskView';
import { tokenOf } from './place';

export function PhonePage() {
  const token = useMemo(() => tokenOf(location.pathname), []);
  return token === null ? <CodeEntry /> : <DeskOf token={token} />;
}

function DeskOf({ token }: { token: string }) {
  const desk = useMemo(() => new Desk(token), [token]);
  useEffect(() => {
    desk.start();
    return () => desk.stop();
  }, [desk]);
  return <DeskView desk={desk} />;
}
