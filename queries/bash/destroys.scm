; What destroys and can't be undone. The paths that nobody means to lose stand in a list; what a
; script made itself, a folder of the project or a temporary one, is its own to remove.

; rm -rf / ~ /etc: everything below goes without a question.
((command name: (_) @fn argument: (_) @_flag argument: (_) @path) @destroy
  (#name? @fn "rm" "grm" "srm")
  (#not-name? @fn "find" "fd" "fdfind")
  (#value? @_flag "^-[a-zA-Z]*[rR]|^--recursive$")
  (#lexicon? @path "destroyed-paths")
  (#set! id "remove"))
((command name: (_) @fn argument: (_) @path argument: (_) @_flag) @destroy
  (#name? @fn "rm" "grm" "srm")
  (#not-name? @fn "find" "fd" "fdfind")
  (#value? @_flag "^-[a-zA-Z]*[rR]|^--recursive$")
  (#lexicon? @path "destroyed-paths")
  (#set! id "remove-after"))

; rm -rf --no-preserve-root: meant for the root whatever else is said.
((command name: (_) @fn argument: (_) @_flag) @destroy
  (#name? @fn "rm" "chmod" "chown")
  (#value? @_flag "^--no-preserve-root$")
  (#set! id "no-preserve-root")
  (#set! kind "files")
  (#set! label "the whole filesystem"))

; rm -rf $DIR/*, "$DIR"/, ${DIR}/*: the root, where nothing sets the variable.
((command name: (_) @fn argument: (_) @_flag argument: (concatenation . [(simple_expansion (variable_name) @_variable) (expansion . (variable_name) @_variable .) (string . [(simple_expansion (variable_name) @_variable) (expansion . (variable_name) @_variable .)] .)] . (word) @_rest .) @path) @destroy
  (#name? @fn "rm" "grm" "srm")
  (#value? @_flag "^-[a-zA-Z]*[rR]|^--recursive$")
  (#match? @_rest "^/\\.?\\**$")
  (#not-value? @path "^[~/.]")
  (#not-match? @path "\\$\\{\\w+[:?=-]")
  (#free? @_variable)
  (#set! id "remove-unset")
  (#set! kind "files")
  (#set! label "everything, where the variable is empty"))
((command name: (_) @fn argument: (_) @_flag argument: (concatenation . (string . [(simple_expansion (variable_name) @_variable) (expansion . (variable_name) @_variable .)] . (string_content) @_slash .) . (word) @_rest .) @path) @destroy
  (#name? @fn "rm" "grm" "srm")
  (#value? @_flag "^-[a-zA-Z]*[rR]|^--recursive$")
  (#eq? @_slash "/")
  (#match? @_rest "^\\**$")
  (#not-value? @path "^[~/.]")
  (#not-match? @path "\\$\\{\\w+[:?=-]")
  (#free? @_variable)
  (#set! id "remove-unset-quoted")
  (#set! kind "files")
  (#set! label "everything, where the variable is empty"))

; rm -rf "$DIR/": with its slash inside the quotes.
((command name: (_) @fn argument: (_) @_flag argument: (string . [(simple_expansion (variable_name) @_variable) (expansion . (variable_name) @_variable .)] . (string_content) @_slash .) @path) @destroy
  (#name? @fn "rm" "grm" "srm")
  (#value? @_flag "^-[a-zA-Z]*[rR]|^--recursive$")
  (#eq? @_slash "/")
  (#not-value? @path "^[~/.]")
  (#not-match? @path "\\$\\{\\w+[:?=-]")
  (#free? @_variable)
  (#set! id "remove-unset-slash")
  (#set! kind "files")
  (#set! label "everything, where the variable is empty"))

; rm -rf /home/$USER
((command name: (_) @fn argument: (_) @_flag argument: (_) @path) @destroy
  (#name? @fn "rm" "grm" "srm")
  (#value? @_flag "^-[a-zA-Z]*[rR]|^--recursive$")
  (#match? @path "^\"?/(home|Users)/(\\$\\{?(USER|LOGNAME|USERNAME|SUDO_USER)\\}?|\\$\\(whoami\\)|\\*)\"?/?\"?\\*?$")
  (#set! id "remove-user")
  (#set! kind "files")
  (#set! label "the home folder"))

; ls / | xargs rm -rf, find ~ | xargs rm
((pipeline (command name: (_) @_list argument: (_) @path) (command name: (_) @fn)) @destroy
  (#name? @_list "find" "ls" "echo" "printf" "fd" "gfind")
  (#name? @fn "rm" "shred")
  (#name? @fn "xargs" "parallel")
  (#lexicon? @path "destroyed-paths")
  (#not-match? @destroy "-(i?l?name|i?path|i?regex|[acm]time|[acm]min|empty|size)\\b")
  (#set! id "remove-piped"))

; rm -rf $DIR: without quotes it is as many words as its value has, `/` among them.
((command name: (_) @fn argument: (_) @_flag argument: [(simple_expansion (variable_name) @_variable) (expansion . (variable_name) @_variable .)] @path) @destroy
  (#name? @fn "rm" "grm" "srm")
  (#value? @_flag "^-[a-zA-Z]*[rR]|^--recursive$")
  (#not-value? @path "[\\s\\S]")
  (#not-match? @path "\\$\\{\\w+[:?=-]")
  (#free? @_variable)
  (#set! id "remove-unquoted")
  (#set! kind "variable")
  (#set! label "whatever an unquoted variable holds"))

; find / -delete, find ~ -exec rm {} +: nothing but the kind of file is asked.
((command name: (_) @fn argument: (_) @path argument: (_) @_action) @destroy
  (#name? @fn "find" "gfind")
  (#value? @_action "^(-delete|-exec|-execdir)$")
  (#lexicon? @path "destroyed-paths")
  (#match? @destroy "-delete\\b|-exec(dir)?\\s+(sudo\\s+)?(/bin/)?(rm|shred|srm)\\b")
  (#not-match? @destroy "-(i?l?name|i?path|i?wholename|i?regex|newer\\w*|[acm]time|[acm]min|empty|size|user|group|perm|links|inum|fstype|used)\\b")
  (#set! id "find"))

; shred -u x, srm, wipe: overwritten, past any undelete. A device or a folder of the user's.
((command name: (_) @fn argument: (_) @path) @destroy
  (#name? @fn "shred" "srm" "wipe" "scrub" "nwipe" "sfill" "secure-delete")
  (#value? @path "^/dev/(sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|loop|md|dm-|mapper)|^~/|^/home/|^/Users/|^/etc/|^/var/")
  (#set! id "shred")
  (#set! kind "disk")
  (#set! label "files or a disk, overwritten"))
; find ~ -exec shred {} ;
((command name: (_) @fn argument: (_) @path) @destroy
  (#name? @fn "shred" "srm" "wipe")
  (#name? @fn "find" "xargs" "fd")
  (#lexicon? @path "destroyed-paths")
  (#set! id "shred-found"))

; mkfs.ext4 /dev/sda1, wipefs -a, sgdisk -Z, diskutil eraseDisk: a disk made anew.
((command name: (_) @fn argument: (_) @path) @destroy
  (#name? @fn
    "mkfs" "mkfs.ext2" "mkfs.ext3" "mkfs.ext4" "mkfs.xfs" "mkfs.btrfs" "mkfs.vfat" "mkfs.fat" "mkfs.ntfs" "mkfs.exfat" "mkfs.f2fs" "mke2fs" "mkswap"
    "newfs" "newfs_apfs" "wipefs" "blkdiscard" "pvremove" "sgdisk" "parted" "fdisk" "sfdisk" "cfdisk" "hdparm" "cryptsetup" "zpool.create" "nvme.format" "badblocks")
  (#value? @path "^/dev/(sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|md|dm-|mapper/)")
  (#match? @destroy "mkfs|mke2fs|mkswap|newfs|blkdiscard|pvremove|zpool|format|wipefs.*\\s(-[a-zA-Z]*a|--all|-[a-zA-Z]*f)|sgdisk.*(-Z|-o|--zap|--clear)|mklabel|mktable|\\srm\\s|sfdisk.*--delete|security-erase|luksFormat|luksErase|badblocks.*\\s-[a-z]*w|fdisk")
  (#set! id "disk")
  (#set! kind "disk")
  (#set! label "a disk"))
((command name: (_) @fn) @destroy
  (#name? @fn
    "diskutil.eraseDisk" "diskutil.eraseVolume" "diskutil.zeroDisk" "diskutil.randomDisk" "diskutil.secureErase" "diskutil.partitionDisk" "diskutil.reformat"
    "diskutil.apfs.deleteContainer" "diskutil.apfs.deleteVolume" "zpool.destroy" "zfs.destroy" "lvremove" "vgremove"
    "Format-Volume" "Clear-Disk" "Initialize-Disk" "diskpart.clean")
  (#set! id "disk-tool")
  (#set! kind "disk")
  (#set! label "a disk or volume"))
((command name: (_) @fn . argument: (_) @path) @destroy
  (#name? @fn "format" "format.com")
  (#value? @path "^[a-zA-Z]:\\\\?$")
  (#set! id "format")
  (#set! kind "disk")
  (#set! label "a disk"))

; dd of=/dev/sda, cat x > /dev/sda: raw bytes over a disk.
((command name: (_) @fn argument: (_) @path) @destroy
  (#name? @fn "dd" "dcfldd" "gdd")
  (#value? @path "^of=/dev/(sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|md|dm-|mapper/)")
  (#set! id "overwrite")
  (#set! kind "disk")
  (#set! label "a disk, overwritten"))
((file_redirect destination: (_) @path) @destroy
  (#value? @path "^/dev/(sd[a-z]|hd[a-z]|vd[a-z]|xvd[a-z]|nvme\\d|mmcblk\\d|disk\\d|rdisk\\d)")
  (#not-match? @destroy "^<")
  (#set! id "overwrite-redirect")
  (#set! kind "disk")
  (#set! label "a disk, overwritten"))
((command name: (_) @fn argument: (_) @path) @destroy
  (#name? @fn "tee" "cp" "mv" "truncate" "fallocate")
  (#value? @path "^/dev/(sd[a-z]|hd[a-z]|vd[a-z]|nvme\\d|mmcblk\\d|disk\\d)")
  (#set! id "overwrite-tool")
  (#set! kind "disk")
  (#set! label "a disk, overwritten"))

; :(){ :|:& };: a function that only calls itself, twice.
((function_definition name: (word) @fn body: (compound_statement (pipeline (command name: (_) @_first) (command name: (_) @_second)))) @destroy
  (#eq? @_first @fn)
  (#eq? @_second @fn)
  (#set! id "fork-bomb")
  (#set! kind "machine")
  (#set! label "a fork bomb"))

; git push --mirror, --force --all, --force origin main: what others have pushed is gone.
((command name: (_) @fn argument: (_) @_flag) @destroy
  (#name? @fn "git.push")
  (#value? @_flag "^(--mirror|--prune)$")
  (#match? @destroy "--mirror|--(all|force)")
  (#set! id "push-mirror")
  (#set! kind "repository")
  (#set! label "every branch of a remote repository"))
((command name: (_) @fn argument: (_) @_flag argument: (_) @_all) @destroy
  (#name? @fn "git.push")
  (#value? @_flag "^(-[a-z]*f[a-z]*|--force|--all|--tags|--delete)$")
  (#value? @_all "^(--all|--force|-f|refs/\\*|\\*|\\+?refs/heads/\\*(:.*)?)$")
  (#not-match? @destroy "--force-with-lease|--dry-run")
  (#match? @destroy "\\s(--force|-[a-z]*f[a-z]*)(\\s|$)|\\+refs")
  (#match? @destroy "--all|--delete|\\*")
  (#set! id "push-all")
  (#set! kind "repository")
  (#set! label "every branch of a remote repository"))
((command name: (_) @fn argument: (_) @_flag argument: (_) @_branch) @destroy
  (#name? @fn "git.push")
  (#value? @_flag "^(-[a-z]*f[a-z]*|--force)$")
  (#value? @_branch "^(HEAD:|\\+)?(refs/heads/)?(main|master|trunk|develop|production|release)$")
  (#set! id "push-main")
  (#set! kind "repository")
  (#set! label "the main branch of a remote repository"))
((command name: (_) @fn argument: (_) @_branch argument: (_) @_flag) @destroy
  (#name? @fn "git.push")
  (#value? @_flag "^(-[a-z]*f[a-z]*|--force)$")
  (#value? @_branch "^(HEAD:|\\+)?(refs/heads/)?(main|master|trunk|develop|production|release)$")
  (#set! id "push-main-after")
  (#set! kind "repository")
  (#set! label "the main branch of a remote repository"))
((command name: (_) @fn argument: (_) @_branch) @destroy
  (#name? @fn "git.push")
  (#value? @_branch "^\\+(HEAD:)?(refs/heads/)?(main|master|trunk)(:(refs/heads/)?(main|master|trunk))?$")
  (#set! id "push-plus")
  (#set! kind "repository")
  (#set! label "the main branch of a remote repository"))
; git push origin --delete main, git push origin :main
((command name: (_) @fn argument: (_) @_flag argument: (_) @_branch) @destroy
  (#name? @fn "git.push")
  (#value? @_flag "^(-d|--delete)$")
  (#value? @_branch "^(refs/heads/)?(main|master|trunk|develop|production)$")
  (#set! id "push-delete")
  (#set! kind "repository")
  (#set! label "the main branch of a remote repository"))
((command name: (_) @fn argument: (_) @_branch) @destroy
  (#name? @fn "git.push")
  (#value? @_branch "^:(refs/heads/)?(main|master|trunk|develop|production)$")
  (#set! id "push-delete-colon")
  (#set! kind "repository")
  (#set! label "the main branch of a remote repository"))
; gh repo delete --yes
((command name: (_) @fn argument: (_) @_flag) @destroy
  (#name? @fn "gh.repo.delete" "glab.repo.delete" "glab.project.delete" "tea.repo.delete")
  (#value? @_flag "^(--yes|--confirm|-y)$")
  (#set! id "repository-delete")
  (#set! kind "repository")
  (#set! label "a remote repository"))

; psql -c "DROP DATABASE x", mysql -e "DROP SCHEMA x", sqlcmd -Q
((command name: (_) @fn argument: (_) @code) @destroy
  (#name? @fn
    "psql" "mysql" "mariadb" "sqlcmd" "sqlplus" "clickhouse-client" "clickhouse" "cockroach.sql" "cqlsh" "snowsql" "bq.query" "mongosh" "mongo" "duckdb" "sqlite3"
    "influx" "docker.exec" "docker.compose.exec" "docker-compose.exec" "kubectl.exec" "wrangler.d1.execute" "turso.db.shell" "supabase.db.execute")
  (#value? @code "(?i)\\bdrop\\s+(database|schema|keyspace)\\b|\\bdropDatabase\\s*\\(|\\btruncate\\s+table\\b|\\bdelete\\s+from\\s+[\\w.\"`]+\\s*(;|$)|\\bdrop\\s+owned\\b|\\bdrop\\s+table\\b.*\\bcascade\\b")
  (#not-value? @code "(?i)\\bdrop\\s+(database|schema|keyspace)\\s+(if\\s+exists\\s+)?[\"`']?(\\w+_)?(test|tests|testing|tmp|temp|scratch|demo)(_\\w+)?\\b")
  (#set! id "drop")
  (#set! kind "database")
  (#set! label "a database"))
; echo "DROP DATABASE x" | psql
((pipeline (command argument: (_) @code) (command name: (_) @fn)) @destroy
  (#name? @fn "psql" "mysql" "mariadb" "sqlcmd" "clickhouse-client" "cqlsh" "mongosh" "mongo" "sqlite3")
  (#value? @code "(?i)\\bdrop\\s+(database|schema|keyspace)\\b|\\bdropDatabase\\s*\\(")
  (#not-value? @code "(?i)\\bdrop\\s+(database|schema|keyspace)\\s+(if\\s+exists\\s+)?[\"`']?(\\w+_)?(test|tests|testing|tmp|temp|scratch|demo)(_\\w+)?\\b")
  (#set! id "drop-piped")
  (#set! kind "database")
  (#set! label "a database"))
; psql <<SQL … DROP DATABASE
((redirected_statement body: (command name: (_) @fn) redirect: [(heredoc_redirect (heredoc_body) @code) (herestring_redirect (_) @code)]) @destroy
  (#name? @fn "psql" "mysql" "mariadb" "sqlcmd" "clickhouse-client" "cqlsh" "mongosh" "mongo" "sqlite3")
  (#value? @code "(?i)\\bdrop\\s+(database|schema|keyspace)\\b|\\bdropDatabase\\s*\\(")
  (#not-value? @code "(?i)\\bdrop\\s+(database|schema|keyspace)\\s+(if\\s+exists\\s+)?[\"`']?(\\w+_)?(test|tests|testing|tmp|temp|scratch|demo)(_\\w+)?\\b")
  (#set! id "drop-document")
  (#set! kind "database")
  (#set! label "a database"))
; dropdb x, mysqladmin drop x, redis-cli FLUSHALL, prisma migrate reset --force
((command name: (_) @fn argument: (_) @_name) @destroy
  (#name? @fn "dropdb" "mysqladmin.drop" "redis-cli.FLUSHALL" "redis-cli.flushall" "valkey-cli.FLUSHALL" "curator_cli.delete_indices" "turso.db.destroy" "pscale.database.delete" "neonctl.projects.delete")
  (#not-match? @destroy "\\s[\"']?(\\w+_)?(test|tests|testing|tmp|temp|scratch|demo)(_\\w+)?[\"']?(\\s|$)|--help")
  (#set! id "drop-tool")
  (#set! kind "database")
  (#set! label "a database"))
((command name: (_) @fn argument: (_) @_flag) @destroy
  (#name? @fn "prisma.migrate.reset" "npx.prisma.migrate.reset" "heroku.pg.reset" "heroku.pg:reset" "supabase.db.reset" "rails.db:drop" "rake.db:drop")
  (#match? @destroy "--force|-f\\b|--confirm|--linked|DISABLE_DATABASE_ENVIRONMENT_CHECK")
  (#value? @_flag "^(--force|-f|--confirm(=.*)?|--linked|db:drop|pg:reset)$")
  (#set! id "drop-migrations")
  (#set! kind "database")
  (#set! label "a database"))

; docker system prune -a --volumes: every image and volume that nothing uses right now.
((command name: (_) @fn argument: (_) @_flag) @destroy
  (#name? @fn "docker.system.prune" "podman.system.prune" "nerdctl.system.prune")
  (#value? @_flag "^--volumes$")
  (#match? @destroy "\\s(-[a-z]*a[a-z]*|--all)(\\s|$)")
  (#set! id "prune")
  (#set! kind "service")
  (#set! label "all images and volumes"))
((command name: (_) @fn argument: (_) @_flag) @destroy
  (#name? @fn "docker.volume.prune" "podman.volume.prune")
  (#value? @_flag "^(-[a-z]*a[a-z]*|--all)$")
  (#set! id "prune-volumes")
  (#set! kind "service")
  (#set! label "all volumes"))
; docker rm -f $(docker ps -aq), docker volume rm $(docker volume ls -q)
((command name: (_) @fn argument: [(command_substitution) (string (command_substitution))] @_all) @destroy
  (#name? @fn "docker.rm" "docker.rmi" "docker.volume.rm" "docker.container.rm" "docker.image.rm" "podman.rm" "podman.volume.rm")
  (#match? @_all "\\b(ps|container ls)\\s+(-[a-z]*a[a-z]*q|-[a-z]*q[a-z]*a|-a -q|-q -a)\\b[^|]*\\)?\"?$|\\b(volume|image)s? ls\\s+-q\\s*\\)|\\bimages\\s+-[a-z]*q")
  (#not-match? @_all "--filter|-f\\s|grep")
  (#set! id "remove-containers")
  (#set! kind "service")
  (#set! label "all containers, images or volumes"))
; docker ps -aq | xargs docker rm -f
((pipeline (command name: (_) @_list argument: (_) @_flag) (command name: (_) @fn)) @destroy
  (#name? @_list "docker.ps" "docker.volume.ls" "docker.images" "docker.container.ls" "docker.image.ls" "podman.ps" "podman.volume.ls")
  (#name? @fn "docker.rm" "docker.rmi" "docker.volume.rm" "docker.container.rm" "docker.image.rm" "podman.rm" "podman.volume.rm" "podman.rmi")
  (#name? @fn "xargs" "parallel")
  (#value? @_flag "^-[a-z]*q[a-z]*$")
  (#not-match? @destroy "--filter|\\s-f\\s+\\w+=|grep")
  (#set! id "remove-containers-piped")
  (#set! kind "service")
  (#set! label "all containers, images or volumes"))

; kubectl delete ns x --all, kubectl delete pods --all -A
((command name: (_) @fn argument: (_) @_flag) @destroy
  (#name? @fn "kubectl.delete" "oc.delete" "k3s.kubectl.delete")
  (#value? @_flag "^(--all|--all-namespaces|-A)(=true)?$")
  (#set! id "cluster")
  (#set! kind "service")
  (#set! label "everything in a cluster's namespace"))
; minikube delete --all --purge, kind delete clusters --all, helm uninstall $(helm ls -q)
((command name: (_) @fn argument: (_) @_flag) @destroy
  (#name? @fn "minikube.delete" "kind.delete.clusters" "k3d.cluster.delete" "eksctl.delete.cluster" "velero.backup.delete" "argocd.app.delete")
  (#value? @_flag "^(--all|-a|--purge|--force)$")
  (#set! id "cluster-tool")
  (#set! kind "service")
  (#set! label "a cluster"))

; terraform destroy -auto-approve, pulumi destroy --yes, cdk destroy --force
((command name: (_) @fn argument: (_) @_flag) @destroy
  (#name? @fn
    "terraform.destroy" "tofu.destroy" "terragrunt.destroy" "terragrunt.run-all.destroy" "pulumi.destroy" "pulumi.down" "cdk.destroy" "cdktf.destroy" "sls.remove" "serverless.remove" "sst.remove"
    "sam.delete" "copilot.app.delete" "amplify.delete" "azd.down" "crossplane.uninstall" "doctl.projects.delete")
  (#value? @_flag "^(-{1,2}auto-approve(=true)?|--yes|-y|--force|-f|--no-prompts|--no-prompt|--non-interactive|--terragrunt-non-interactive|--purge|--skip-preview|--require-approval=never)$")
  (#set! id "infrastructure")
  (#set! kind "service")
  (#set! label "a deployed infrastructure"))
((command name: (_) @fn argument: (_) @_flag) @destroy
  (#name? @fn "terraform.apply" "tofu.apply")
  (#value? @_flag "^-{1,2}destroy$")
  (#match? @destroy "-auto-approve")
  (#set! id "infrastructure-apply")
  (#set! kind "service")
  (#set! label "a deployed infrastructure"))

; aws s3 rb s3://b --force, aws s3 rm s3://b --recursive, gsutil -m rm -r gs://b, rclone purge
((command name: (_) @fn argument: (_) @_flag) @destroy
  (#name? @fn "aws.s3.rb")
  (#value? @_flag "^--force$")
  (#set! id "bucket")
  (#set! kind "service")
  (#set! label "a bucket with all that is in it"))
((command name: (_) @fn argument: (_) @path) @destroy
  (#name? @fn "aws.s3.rm" "gsutil.rm" "gcloud.storage.rm" "s3cmd.del" "s3cmd.rm" "mc.rm" "s5cmd.rm" "az.storage.blob.delete-batch" "rclone.purge" "rclone.delete" "mc.rb" "s3cmd.rb" "gsutil.rb" "gcloud.storage.buckets.delete")
  (#value? @path "^[a-zA-Z0-9]+:(//)?[^/\\s]*/?\\**$")
  (#match? @destroy "--recursive|\\s-[a-zA-Z]*r[a-zA-Z]*(\\s|$)|purge|\\*|rclone|--force|\\srb\\s|buckets")
  (#not-match? @destroy "--dryrun|--dry-run")
  (#set! id "bucket-root")
  (#set! kind "service")
  (#set! label "all that is in a bucket"))

; aws ec2 terminate-instances, aws rds delete-db-instance --skip-final-snapshot
((command name: (_) @fn argument: (_) @_flag) @destroy
  (#name? @fn
    "aws.rds.delete-db-instance" "aws.rds.delete-db-cluster" "aws.redshift.delete-cluster" "aws.neptune.delete-db-cluster" "aws.docdb.delete-db-cluster"
    "aws.secretsmanager.delete-secret" "aws.ecr.delete-repository" "aws.kms.schedule-key-deletion" "aws.cloudformation.delete-stack" "aws.backup.delete-backup-vault" "aws.organizations.close-account" "aws.iam.delete-user" "aws.dynamodb.delete-table")
  (#value? @_flag "^--(skip-final-snapshot|skip-final-cluster-snapshot|force-delete-without-recovery|force|delete-automated-backups|deletion-mode)$")
  (#set! id "cloud-aws")
  (#set! kind "service")
  (#set! label "a cloud service, without a backup"))
; gcloud projects delete x --quiet, gcloud sql instances delete x -q
((command name: (_) @fn argument: (_) @_delete argument: (_) @_flag) @destroy
  (#name? @fn "gcloud" "bq" "doctl" "linode-cli" "hcloud" "vultr-cli" "ibmcloud" "oci" "scw" "civo" "exo")
  (#value? @_delete "^(delete|destroy|rm|terminate)$")
  (#value? @_flag "^(--quiet|-q|--force|-f|--yes|-y)$")
  (#not-match? @destroy "\\b(configurations|components|versions|tags|firewall-rules)\\b")
  (#set! id "cloud")
  (#set! kind "service")
  (#set! label "a cloud service, unasked"))
; az group delete --yes, az vm delete -y
((command name: (_) @fn argument: (_) @_delete argument: (_) @_flag) @destroy
  (#name? @fn "az")
  (#value? @_delete "^(delete|purge)$")
  (#value? @_flag "^(--yes|-y)$")
  (#set! id "cloud-azure")
  (#set! kind "service")
  (#set! label "a cloud service, unasked"))
; heroku apps:destroy --confirm, fly apps destroy -y, vercel rm --yes, wrangler delete --force
((command name: (_) @fn argument: (_) @_flag) @destroy
  (#name? @fn
    "heroku.apps:destroy" "heroku.destroy" "fly.apps.destroy" "flyctl.apps.destroy" "fly.destroy" "fly.volumes.destroy" "flyctl.volumes.destroy" "vercel.rm" "vercel.remove" "vercel.projects.rm"
    "netlify.sites:delete" "railway.down" "railway.delete" "wrangler.delete" "wrangler.r2.bucket.delete" "wrangler.d1.delete" "firebase.projects:delete" "firebase.firestore:delete" "firebase.database:remove" "supabase.projects.delete")
  (#value? @_flag "^(--confirm(=.*)?|-y|--yes|--force|-f|--all-collections)$")
  (#set! id "platform")
  (#set! kind "service")
  (#set! label "a deployed app or its data"))

; chmod -R 777 /, chown -R me /: nobody can tell afterwards what it was.
((command name: (_) @fn argument: (_) @_flag argument: (_) @path) @destroy
  (#name? @fn "chmod" "chown" "chgrp" "chattr" "setfacl" "xattr")
  (#value? @_flag "^-[a-zA-Z]*R|^--recursive$")
  (#value? @path "^(/+\\*?|~/?\\*?|/(etc|usr|bin|lib|var|boot|home|root|System|Library|Users)/?\\*?)$")
  (#set! id "permissions")
  (#set! kind "machine")
  (#set! label "the permissions of a whole system or home"))

; rm /etc/passwd, > /etc/fstab, echo c > /proc/sysrq-trigger
((command name: (_) @fn argument: (_) @path) @destroy
  (#name? @fn "rm" "truncate" "shred" "unlink")
  (#value? @path "^/etc/(passwd|shadow|group|fstab|sudoers)$|^/boot/(vmlinuz|initrd|grub)")
  (#set! id "system-file")
  (#set! kind "machine")
  (#set! label "a file that the system needs to start"))
((file_redirect [">" ">|" "&>"] destination: (_) @path) @destroy
  (#value? @path "^/etc/(passwd|shadow|group|fstab|sudoers)$|^/proc/sysrq-trigger$")
  (#set! id "system-file-redirect")
  (#set! kind "machine")
  (#set! label "a file that the system needs to start"))

; crontab -r: all jobs at once.
((command name: (_) @fn argument: (_) @_flag) @destroy
  (#name? @fn "crontab")
  (#value? @_flag "^-r$")
  (#set! id "crontab")
  (#set! kind "machine")
  (#set! label "all of the user's scheduled jobs"))
; kill -9 -1, killall5, systemctl isolate
((command name: (_) @fn argument: (_) @_signal argument: (_) @_all) @destroy
  (#name? @fn "kill")
  (#value? @_signal "^-(9|KILL|SIGKILL|s)$")
  (#value? @_all "^-1$")
  (#set! id "kill-all")
  (#set! kind "machine")
  (#set! label "every process of the user"))
; mv ~ /dev/null, mv /* /dev/null
((command name: (_) @fn argument: (_) @path argument: (_) @_null .) @destroy
  (#name? @fn "mv")
  (#lexicon? @path "destroyed-paths")
  (#value? @_null "^/dev/null$")
  (#set! id "move-away"))
; tmutil delete, vssadmin delete shadows, wbadmin delete catalog: the backups.
((command name: (_) @fn) @destroy
  (#name? @fn
    "vssadmin.delete" "vssadmin.delete.shadows" "wbadmin.delete" "tmutil.delete" "tmutil.disable" "wmic.shadowcopy.delete" "bcdedit.set" "cipher" "timeshift.delete-all" "restic.forget" "borg.delete")
  (#match? @destroy "vssadmin|wbadmin|tmutil\\s+(delete|disable)|shadowcopy|recoveryenabled\\s+no|cipher\\s+/w|delete-all|borg\\s+delete")
  (#set! id "backups")
  (#set! kind "machine")
  (#set! label "backups"))

; history -c, unset HISTFILE, rm ~/.bash_history: what was done leaves no trace.
((command name: (_) @fn argument: (_) @_flag) @destroy
  (#name? @fn "history")
  (#value? @_flag "^-[a-z]*c")
  (#set! id "history")
  (#set! kind "traces")
  (#set! label "the shell's history"))
((unset_command (variable_name) @_name) @destroy
  (#any-of? @_name "HISTFILE" "HISTSIZE" "HISTCMD")
  (#set! id "history-unset")
  (#set! kind "traces")
  (#set! label "the shell's history"))
((variable_assignment name: (variable_name) @_name value: (_) @_value) @destroy
  (#any-of? @_name "HISTFILE" "HISTSIZE" "HISTFILESIZE")
  (#match? @_value "^(/dev/null|0|[\"'][\"'])$")
  (#set! id "history-off")
  (#set! kind "traces")
  (#set! label "the shell's history"))
((command name: (_) @fn argument: (_) @path) @destroy
  (#name? @fn "rm" "shred" "truncate" "unlink" "cp" "ln")
  (#value? @path "(^|/)\\.(bash|zsh|python|node_repl|mysql|psql|fish)_history$|/fish_history$")
  (#not-match? @destroy "^(cp|ln)\\s+(-\\S+\\s+)*([^/-]|/[^d])")
  (#set! id "history-file")
  (#set! kind "traces")
  (#set! label "the shell's history"))
((redirected_statement redirect: (file_redirect destination: (_) @path)) @destroy
  (#value? @path "(^|/)\\.(bash|zsh)_history$")
  (#match? @destroy "^(>|:|true|echo\\s*(-n\\s*)?([\"']{2}\\s*)?>|cat\\s+/dev/null)")
  (#not-match? @destroy ">>")
  (#set! id "history-emptied")
  (#set! kind "traces")
  (#set! label "the shell's history"))
; wevtutil cl Security, journalctl --vacuum-time=1s, auditctl -D
((command name: (_) @fn argument: (_) @_flag) @destroy
  (#name? @fn "wevtutil.cl" "wevtutil.clear-log" "journalctl" "auditctl" "Clear-EventLog")
  (#match? @destroy "wevtutil|Clear-EventLog|--vacuum-(time|size)=?\\s*1[a-z]?\\b|auditctl\\s+-D")
  (#set! id "logs")
  (#set! kind "traces")
  (#set! label "the system's logs"))
((command name: (_) @fn argument: (_) @_flag argument: (_) @path) @destroy
  (#name? @fn "rm" "shred" "truncate")
  (#value? @path "^/var/log/(\\*|auth|secure|syslog|messages|wtmp|btmp|lastlog|audit|journal)")
  (#set! id "log-files")
  (#set! kind "traces")
  (#set! label "the system's logs"))

; rd /s /q C:\, del /f /s /q C:\*, Remove-Item -Recurse -Force C:\
((command name: (_) @fn argument: (_) @_flag argument: (_) @path) @destroy
  (#name? @fn "rd" "rmdir" "del" "erase" "deltree")
  (#value? @_flag "(?i)^/[sq]$")
  (#match? @path "(?i)^\"?([a-z]:[\\\\/]?(\\*(\\.\\*)?|users|windows|program files)?[\\\\/]?|%(userprofile|systemdrive|systemroot|windir|homepath|homedrive)%[\\\\/]?\\*?)\"?$")
  (#set! id "windows")
  (#set! kind "files")
  (#set! label "a drive or the home folder"))
((command name: (_) @fn argument: (_) @_flag) @destroy
  (#name? @fn "Remove-Item" "ri" "rm" "del" "rd")
  (#value? @_flag "(?i)^-(recurse|r|force)$")
  (#match? @destroy "(?i)-recurse")
  (#match? @destroy "(?i)\\s[\"']?([a-z]:[\\\\/]*\\*?|~[\\\\/]?\\*?|\\$home|\\$env:(userprofile|systemdrive|windir|homepath)|%userprofile%)[\"']?(\\s|$)")
  (#set! id "powershell")
  (#set! kind "files")
  (#set! label "a drive or the home folder"))
