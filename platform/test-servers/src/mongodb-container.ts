import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { MongoClient } from 'mongodb';

const image = 'mongo:8.0';

/** Whether Docker answers, checked quickly and silently. */
async function dockerRuns(): Promise<boolean> {
  try {
    await promisify(execFile)('docker', ['version', '--format', '{{.Server.Version}}'], { timeout: 5000 });
    return true;
  } catch {
    return false;
  }
}

/** MongoDB as a single-node replica set in a container; null if Docker isn't running. */
export async function startMongodbContainer(): Promise<{ url: string; stop(): Promise<void> } | null> {
  if (!(await dockerRuns())) return null;
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer(image)
    .withCommand(['mongod', '--replSet', 'rs0', '--bind_ip_all', '--setParameter', 'enableTestCommands=1'])
    .withExposedPorts(27017)
    .withWaitStrategy(Wait.forLogMessage(/Waiting for connections/))
    .start();
  const url = `mongodb://${container.getHost()}:${container.getMappedPort(27017)}/?directConnection=true`;
  const client = new MongoClient(url);
  try {
    const admin = client.db('admin');
    await admin.command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: 'localhost:27017' }] } });
    while (!(await admin.command({ hello: 1 }))['isWritablePrimary']);
  } finally {
    await client.close();
  }
  return {
    url,
    stop: async () => {
      await container.stop();
    },
  };
}
