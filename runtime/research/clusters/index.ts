/** The door of clusters: notebooks as tasks of Dask and Ray, and as job arrays of Slurm and Kubernetes. */

export { type Cluster, clusterNamed, type Engine, isJobArray } from './cluster.ts';
export { ClusterRunner } from './cluster-runner.ts';
export { type JobArray, jobScript, submitJobs } from './job-script.ts';
