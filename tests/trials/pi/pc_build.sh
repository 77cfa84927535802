#!/bin/bash
# An emulated PC with a virtual camera (vimc) that the real Picamera2 opens: libcamera, picamera2, OpenCV and the checkout.
# usage: pc_build.sh HOME CHECKOUT PI_GUEST      (root; 4 GB while building, some minutes; what is there is kept)
set -eu
home=$1; checkout=$2; pi_guest=$3; R=$home/rootfs; mkdir -p "$home"; cd "$home"
export DEBIAN_FRONTEND=noninteractive LC_ALL=C
step(){ echo "[$(date +%T)] $*"; }
mirror=$(apt-get indextargets --format '$(SITE) $(CODENAME)' 'Created-By: Packages' | awk '$2=="bookworm"{print $1; exit}')
if [ ! -e system-is-there ]; then
  step system
  apt-get -qq update
  apt-get -qq install -y --no-install-recommends qemu-system-x86 seabios debootstrap e2fsprogs cpio kmod make gcc xz-utils >/dev/null
  [ -d "$R/usr/bin" ] || debootstrap --variant=minbase --include=udev,kmod,python3,python3-prctl,busybox-static bookworm "$R" "$mirror" >/dev/null
  printf 'deb %s bookworm-backports main\ndeb %s bookworm main\n' "$mirror" "$mirror" > "$R/etc/apt/sources.list"
  cp /etc/apt/apt.conf.d/* "$R/etc/apt/apt.conf.d/" 2>/dev/null || true
  cp /etc/resolv.conf "$R/etc/resolv.conf"
  chroot "$R" apt-get -qq update
  chroot "$R" apt-get -qq install -y --no-install-recommends -t bookworm-backports python3-libcamera libcamera-ipa >/dev/null
  touch system-is-there
fi
if [ ! -e vmlinuz ]; then
  k=$(apt-cache search --names-only '^linux-headers-6\.12\.[0-9]+\+deb12-amd64$' | awk '{print $1}' | sed 's/linux-headers-//' | sort -V | tail -1)
  step kernel "$k"
  mkdir -p apt kernel headers source vimc
  (cd apt && apt-get -qq download "linux-image-$k-unsigned" "linux-headers-$k" "linux-headers-${k%-amd64}-common" "linux-kbuild-${k%-amd64}" linux-source-6.12)
  for deb in apt/linux-image*.deb; do dpkg-deb -x "$deb" kernel; done
  for deb in apt/linux-headers*.deb apt/linux-kbuild*.deb; do dpkg-deb -x "$deb" headers; done
  dpkg-deb -x apt/linux-source*.deb source
  tar -C source -xf source/usr/src/linux-source-6.12.tar.xz linux-source-6.12/drivers/media/test-drivers/vimc
  cp source/linux-source-6.12/drivers/media/test-drivers/vimc/*.[ch] vimc/
  printf 'obj-m := vimc.o\nvimc-y := vimc-core.o vimc-common.o vimc-streamer.o vimc-capture.o vimc-debayer.o vimc-scaler.o vimc-sensor.o vimc-lens.o\n' > vimc/Makefile
  lent=()   # the headers' makefiles look for one another in the system's own places; what was put there goes again
  for there in headers/usr/src/* headers/usr/lib/linux-kbuild*; do
    [ -e "/${there#headers/}" ] || { cp -r "$there" "/${there#headers/}"; lent+=("/${there#headers/}"); }
  done
  make -s -C "/usr/src/linux-headers-$k" "M=$home/vimc" modules
  [ ${#lent[@]} -eq 0 ] || rm -rf "${lent[@]}"
  mkdir -p "$R/usr/lib/modules"; cp -a kernel/*/modules/"$k" "$R/usr/lib/modules/" 2>/dev/null || cp -a kernel/usr/lib/modules/"$k" "$R/usr/lib/modules/"
  (cd "$R/usr/lib/modules/$k/kernel"; rm -rf drivers/gpu drivers/net/wireless drivers/net/ethernet drivers/infiniband drivers/scsi drivers/iio drivers/net/wan sound)
  mkdir -p "$R/usr/lib/modules/$k/extra"; cp vimc/vimc.ko "$R/usr/lib/modules/$k/extra/"
  depmod -b "$R" "$k"
  "$pi_guest/initrd.sh" "$R" "$k" "$home/initrd.gz" "$R/bin/busybox" >/dev/null
  cp kernel/boot/vmlinuz-"$k" vmlinuz
fi
if [ ! -d "$R/opt/python/picamera2" ]; then
  step libraries
  pip="python3 -m pip install -q --target $R/opt/python"
  $pip --python-version 3.11 --only-binary=:all: 'numpy<2.3' opencv-python-headless pillow simplejpeg av jsonschema libarchive-c piexif tqdm videodev2 2>/dev/null
  $pip --no-deps picamera2==0.3.22 PiDNG v4l2-python3 2>/dev/null
  cp "$pi_guest/guestfiles/pykms.py" "$R/opt/python/"
fi
step image
rm -rf "$R/opt/checkout"; mkdir -p "$R/opt/checkout"
cp -r "$checkout"/companion "$checkout"/hardware "$R/opt/checkout/"
cp "$checkout/tests/trials/pi/guest_picamera.py" "$R/root/"
cat > "$R/root/init.sh" <<'INIT'
#!/bin/sh
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root
mount -t proc proc /proc; mount -t sysfs sys /sys; mount -t tmpfs tmp /run; mount -t tmpfs tmp /tmp
/lib/systemd/systemd-udevd --daemon
udevadm trigger --type=subsystems --action=add; udevadm trigger --type=devices --action=add
modprobe vimc; udevadm settle
ln -sf system /dev/dma_heap/linux,cma
python3 /root/guest_picamera.py
sync; echo o > /proc/sysrq-trigger; sleep 9
INIT
chmod 755 "$R/root/init.sh"; echo /root/init.sh > "$R/etc/guest-init"
"$pi_guest/image.sh" "$R" "$home/guest.ext4" 2500 >/dev/null
